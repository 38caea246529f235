/** Logs the page's loading, layout and response figures to the console when it is left (spec §8). */
export function reportWebVitals(): void {
  const vitals: { FCP?: number; LCP?: number; CLS?: number; INP?: number } = {};
  const watch = (type: string, take: (entry: PerformanceEntry) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 40 }) });
  };
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.FCP = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    vitals.LCP = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) vitals.CLS = (vitals.CLS ?? 0) + shift.value;
  });
  watch('event', (entry) => {
    vitals.INP = Math.max(vitals.INP ?? 0, entry.duration);
  });
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') console.info('[web-vitals]', { ...vitals });
  });
}
