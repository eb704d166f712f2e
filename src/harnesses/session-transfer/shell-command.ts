const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command line that a person can paste, whatever the folder is called. */
export function commandInFolder(folder: string, command: string): string {
  const name = PLAIN.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return `cd ${name} && ${command}`;
}
