import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { diskSpace } from './disk-space.ts';

/**
 * The metrics of a process: Node's own (memory, event loop, descriptors), and the space for DATA_DIR, read at each scrape, as each process
 * may have a disk of its own.
 */
export function processMetrics(dataDir: string): Registry {
  const registry = new Registry();
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('priceroo_disk_free_bytes', 'Free space for DATA_DIR', () => diskSpace(dataDir).freeBytes);
  add(
    'priceroo_disk_total_bytes',
    'Size of the disk of DATA_DIR',
    () => diskSpace(dataDir).totalBytes,
  );
  collectDefaultMetrics({ register: registry });
  return registry;
}
