// As much of the Redis protocol as the benchmark needs: many commands in one pipeline, and the CPU
// time that the server's thread spends on them.
import { once } from "node:events";
import { connect } from "node:net";

/** A command as the protocol has it. */
export function encodeCommand(words) {
  const parts = words.map(String).map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}

export class Connection {
  #socket;

  static async open(port, host) {
    const socket = connect({ port, host, noDelay: true });
    await once(socket, "connect");
    const connection = new Connection();
    connection.#socket = socket;
    return connection;
  }

  /** Sends encoded commands in one go and returns their replies, parsed after all have come. */
  async pipeline(encoded) {
    if (encoded.length === 0) return [];
    const marker = `end-${Math.floor(performance.now() * 1000)}`;
    const last = Buffer.from(`$${marker.length}\r\n${marker}\r\n`);
    const chunks = [];
    const arrived = new Promise((resolve, reject) => {
      let tail = Buffer.alloc(0);
      const take = (chunk) => {
        chunks.push(chunk);
        tail = Buffer.concat([tail, chunk]).subarray(-last.length);
        if (!tail.equals(last)) return;
        this.#socket.off("data", take).off("close", broken);
        resolve();
      };
      const broken = () => reject(new Error("redis-server closed the connection"));
      this.#socket.on("data", take).on("close", broken);
    });
    this.#socket.write(encoded.join("") + encodeCommand(["ECHO", marker]));
    await arrived;
    return parseReplies(Buffer.concat(chunks).toString("latin1")).slice(0, -1);
  }

  async command(...words) {
    const [reply] = await this.pipeline([encodeCommand(words)]);
    if (reply instanceof Error) throw reply;
    return reply;
  }

  close() {
    this.#socket.destroy();
  }
}

/** All replies of a text: numbers, strings, null, Errors, and arrays of them. */
function parseReplies(text) {
  const cursor = { text, at: 0 };
  const replies = [];
  while (cursor.at < text.length) replies.push(parseReply(cursor));
  return replies;
}

function parseReply(cursor) {
  const end = cursor.text.indexOf("\r\n", cursor.at);
  const kind = cursor.text[cursor.at];
  const line = cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 2;
  if (kind === ":") return Number(line);
  if (kind === "+") return line;
  if (kind === "-") return new Error(line);
  const size = Number(line);
  if (size < 0) return null;
  if (kind === "*") return Array.from({ length: size }, () => parseReply(cursor));
  const bytes = cursor.text.slice(cursor.at, cursor.at + size);
  cursor.at += size + 2;
  return bytes;
}
