import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { refused, systemCode } from "./errors.ts";

/*
 * Every file of a project is read and added to here: the repository may be a stranger's, in which a named pipe never
 * answers, a device never ends, and a huge file fills the memory.
 */

const MB = 1_000_000;
/** Files that people and agents write by hand are far smaller. */
export const LARGEST_TEXT = 16 * MB;
/** So long a file system may take, which may be another machine's. */
const LONGEST_READ_MS = 5_000;
/** Opening a pipe without this waits until somebody writes to it. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;
const ADDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const ABSENT = ["ENOENT", "ENOTDIR"];
/** Of what has no file, and of a socket. */
const NO_FILE = ["ENXIO", "EOPNOTSUPP"];

const mb = (size: number): string => `${Math.ceil(size / 100_000) / 10} MB`;

const notRegular = (path: string) =>
  refused(`${path} is not a regular file`, "Put a regular file in its place, or remove it; nothing was changed.");

/** Throws where it may not be read whole. */
function check(path: string, { size, isRegular }: { size: number; isRegular: boolean }, largest: number): void {
  if (!isRegular) throw notRegular(path);
  if (size > largest)
    throw refused(
      `${path} is too large: ${mb(size)} of at most ${mb(largest)}`,
      "Make it smaller; nothing was changed.",
    );
}

const failed = (path: string, error: unknown): unknown =>
  NO_FILE.includes(systemCode(error) ?? "") ? notRegular(path) : error;

const isAbsent = (error: unknown): boolean => ABSENT.includes(systemCode(error) ?? "");

/** Adds to the end of a regular file; creates it where there is none. */
export function appendToFile(path: string, text: string, mode: number, { isFlushed = false } = {}): void {
  let file: number;
  try {
    file = openSync(path, ADDING, mode);
  } catch (error) {
    throw failed(path, error);
  }
  try {
    if (!fstatSync(file).isFile()) throw notRegular(path);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (isFlushed) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens a regular file of at most so many bytes to read it, or undefined where there is none. */
export function openRegularFile(
  path: string,
  largest: number,
): { readonly file: number; readonly size: number } | undefined {
  let file: number;
  try {
    file = openSync(path, AT_ONCE);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw failed(path, error);
  }
  try {
    const stat = fstatSync(file);
    check(path, { size: stat.size, isRegular: stat.isFile() }, largest);
    return { file, size: stat.size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Throws where something is in the place of a file that could not be read: it is not to be replaced. */
export function checkReplaceable(path: string): void {
  const opened = openRegularFile(path, LARGEST_TEXT);
  if (opened) closeSync(opened.file);
}

function openIfAny(path: string, largest: number): ReturnType<typeof openRegularFile> {
  try {
    return openRegularFile(path, largest);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** A regular file's bytes, or undefined where there is none. */
export function readRegularFile(path: string, largest = LARGEST_TEXT): Buffer | undefined {
  const opened = openIfAny(path, largest);
  if (!opened) return undefined;
  const { file, size } = opened;
  try {
    // No more than was there: a file may grow while it is read.
    const bytes = Buffer.alloc(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read)
      read = readSync(file, bytes, length, size - length, length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

async function readAway(path: string, largest: number): Promise<Buffer | undefined> {
  const file = await open(path, AT_ONCE).catch((error) => {
    if (isAbsent(error)) return undefined;
    throw failed(path, error);
  });
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    check(path, { size: stat.size, isRegular: stat.isFile() }, largest);
    const bytes = Buffer.alloc(stat.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < stat.size; length += read)
      ({ bytesRead: read } = await file.read(bytes, length, stat.size - length, length));
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/** The same without holding up the event loop, and refused when the file system does not answer in time. */
export async function readRegularFileAsync(path: string, largest = LARGEST_TEXT): Promise<Buffer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(refused(`${path} could not be read in ${LONGEST_READ_MS / 1000} s`, "Is its file system reachable?"));
    }, LONGEST_READ_MS);
    timer.unref();
  });
  try {
    return await Promise.race([readAway(path, largest), late]);
  } finally {
    clearTimeout(timer);
  }
}
