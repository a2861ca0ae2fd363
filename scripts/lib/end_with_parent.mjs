// Loaded into wrangler's process before its own code. When the process that started it is gone,
// even by `kill -9`, the channel to it closes, and the server ends instead of staying behind.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
