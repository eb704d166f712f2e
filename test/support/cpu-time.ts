/** What was used of the processor since then, in milliseconds: time in which other processes run does not count. */
function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return usedSince(before);
}

export async function cpuTimeUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return usedSince(before);
}
