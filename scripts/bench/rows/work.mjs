export const WORK_ROWS = [];
