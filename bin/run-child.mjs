// Runs a program as if it were this process: passes every signal on, ends it where the parent is gone, and
// exits with its code. Plain JavaScript without dependencies, because nothing may be installed yet.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** So long may a signal take to all processes of a group. */
const GROUP_SIGNAL_MS = 200;
const PARENT_CHECK_MS = 500;

/** `linked`: the program is told when this process is killed (the event `disconnect` of its `process`). */
export function runChild(executable, args, { linked = false, ...options }) {
  const inherited = ['inherit', 'inherit', 'inherit'];
  const child = spawn(executable, args, { ...options, stdio: linked ? [...inherited, 'ipc'] : inherited });
  const stop = () => child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  // The end of a terminal is the end of the program, in order.
  process.on('SIGHUP', stop);
  // A terminal gives Ctrl-C to the whole process group, so the program has it already.
  const atTerminal = process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));
  // Others give it to the group, too, or to this process alone. A program that has it already takes a later
  // SIGTERM for the same wish, and an earlier one for another.
  process.on('SIGINT', () => {
    if (!atTerminal) setTimeout(stop, GROUP_SIGNAL_MS);
  });
  // Only npm's processes are watched: a shell may end before a program that it left in the background.
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(stop);
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + (constants.signals[signal] ?? 15) : (code ?? 1));
  });
}

/**
 * Calls `then` once npm is gone, which could pass no signal on where it was killed, or where its shell passes
 * none.
 */
function onOrphaned(then) {
  const parent = process.ppid;
  const shell = /^\((?:ba|da|a|z|k)?sh\)$/.test(statOf(parent).name ?? '');
  const grandparent = shell ? statOf(parent).parent : undefined;
  const timer = setInterval(() => {
    const isHeld = process.ppid === parent && isAlive(parent);
    if (isHeld && (grandparent === undefined || statOf(parent).parent === grandparent)) return;
    clearInterval(timer);
    then();
  }, PARENT_CHECK_MS);
}

/** Name (in parentheses) and parent of a process, where the system says so in files. */
function statOf(pid) {
  try {
    const [, name, parent] = /^\d+ (\(.*\)) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  } catch {
    return {};
  }
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
