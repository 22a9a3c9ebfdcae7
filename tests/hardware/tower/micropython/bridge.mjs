// Runs the tower's firmware under MicroPython (its WebAssembly build), again after each reset.
// node bridge.mjs MICROPYTHON FIRMWARE BOARD LINE ORDERS PARTS HIGH: a folder with micropython.mjs,
// the firmware's folder, the stand-in board's file, two file descriptors, lines for tower_parts.py,
// the pins that are high at power-on.
import { readFileSync, readSync, readdirSync, writeSync } from "node:fs";

const [micropython, firmware, board, line, orders, parts, high] = process.argv.slice(2);
const { loadMicroPython } = await import(`${micropython}/micropython.mjs`);
const HEAP = 160 * 1024; // less than MicroPython leaves of an RP2040's 264 kB
const room = Buffer.alloc(4096);
const nobody = new Int32Array(new SharedArrayBuffer(4));

function read(fd, most, encoding) {
  try {
    return room.toString(encoding, 0, readSync(Number(fd), room, 0, most));
  } catch (error) {
    if (error.code === "EAGAIN") return "";
    throw error;
  }
}

globalThis.outside = {
  read: () => read(line, 64, "hex"),
  // With nobody reading, the line's buffer fills and the rest is lost, as on USB.
  write(hex) {
    try {
      writeSync(Number(line), Buffer.from(hex, "hex"));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  },
  orders: () => read(orders, 4096, "utf8"),
  rest: (ms) => Atomics.wait(nobody, 0, 0, ms),
  now_ms: () => performance.now(),
};

const kept = {}; // the board's flash: what the firmware wrote
for (let cause = "power"; cause; ) {
  const flash = {};
  for (const name of readdirSync(firmware).filter((name) => name.endsWith(".py"))) {
    flash[name] = readFileSync(`${firmware}/${name}`, "utf8");
  }
  flash["tower_parts.py"] += parts;
  Object.assign(flash, kept);
  delete flash["__init__.py"];
  const written = (text) => writeSync(1, text + "\n");
  const mp = await loadMicroPython({ heapsize: HEAP, stdout: written, linebuffer: true });
  for (const [name, text] of Object.entries(flash)) mp.FS.writeFile(`/${name}`, text);
  globalThis.started_by = cause;
  globalThis.high = high;
  try {
    mp.runPython(readFileSync(board, "utf8"));
  } catch (error) {
    written(error.message);
    process.exit(1);
  }
  cause = globalThis.ended_by;
  for (const name of Object.keys(kept)) delete kept[name];
  for (const name of mp.FS.readdir("/").filter((name) => name.endsWith(".txt"))) {
    kept[name] = mp.FS.readFile(`/${name}`, { encoding: "utf8" });
    written(`${name} ${kept[name]}`);
  }
}
