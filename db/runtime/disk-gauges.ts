import { Gauge, type Registry } from 'prom-client';
import { diskSpace } from './disk-space.ts';

/** Adds gauges of the space for DATA_DIR, read at each scrape: each process may have a disk of its own. */
export function addDiskGauges(registry: Registry, dataDir: string): void {
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
}
