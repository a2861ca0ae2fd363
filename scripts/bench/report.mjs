export async function writeReport() {}
