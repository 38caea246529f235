/*
 * Measures web vitals (web.dev/vitals): first and largest paint, layout shift, response to input, time to first byte. They are
 * logged when the page is left (spec §8). One visit in ten sends them to /api/vitals, without cookies or address, and with the
 * kind of page only. We use our own observers because the usual library is larger than the rest of the page's script.
 */

/** Share of visits that send their vitals. */
const SENT_SHARE = 0.1;
/** A group of shifts has gaps of at most 1 s and lasts at most 5 s. */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;

/** Milliseconds, except CLS, which has no unit. */
type Vitals = Partial<Record<'TTFB' | 'FCP' | 'LCP' | 'CLS' | 'INP', number>>;

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId?: number };

/** Logs the page's vitals to the console when it is left (spec §8). */
export function reportWebVitals(): void {
  const vitals: Vitals = {};
  const watch = (type: string, take: (entry: PerformanceEntry) => void) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 40 }) });
  };
  watch('navigation', (entry) => {
    vitals.TTFB = (entry as PerformanceNavigationTiming).responseStart;
  });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.FCP = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    vitals.LCP = entry.startTime;
  });
  const addShift = shiftsAddedUp();
  watch('layout-shift', (entry) => {
    if (!(entry as Shift).hadRecentInput) vitals.CLS = addShift(entry as Shift);
  });
  watch('event', (entry) => {
    if ((entry as Interaction).interactionId) {
      vitals.INP = Math.max(vitals.INP ?? 0, entry.duration);
    }
  });

  // Pages loaded in the background and pages opened by programs do not count.
  let isSent = document.hidden || navigator.webdriver || Math.random() >= SENT_SHARE;
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    console.info('[web-vitals]', { ...vitals });
    if (!isSent) void send(vitals);
    isSent = true;
  });
}

/** Returns a function that adds a shift and returns the worst group so far. */
function shiftsAddedUp(): (shift: Shift) => number {
  let worst = 0;
  let group = 0;
  let firstMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return ({ startTime, value }) => {
    const isNew = startTime - lastMs > SHIFT_GAP_MS || startTime - firstMs > SHIFT_WINDOW_MS;
    if (isNew) firstMs = startTime;
    group = isNew ? value : group + value;
    lastMs = startTime;
    worst = Math.max(worst, group);
    return worst;
  };
}

async function send(vitals: Vitals): Promise<void> {
  const page = location.pathname.split('/')[1] || 'home';
  await fetch('/api/vitals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, ...vitals }),
    credentials: 'omit',
    keepalive: true,
  }).catch((fault) => console.info('[web-vitals] not sent', fault));
}
