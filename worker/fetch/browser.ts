import pLimit from 'p-limit';
import { FetchRefused } from '#domain/errors.ts';
import { type BrowserProcess, launchBrowser, NO_SANDBOX } from './browser-process.ts';
import { unavailable } from './chromium-path.ts';
import type { FetchedPage, TextPage } from './fetched-page.ts';
import { createPartCache, type LoadPart } from './page-part.ts';
import { type IsComplete, RENDER_LIMITS, type RenderLimits, renderPage } from './render-page.ts';
import { createTabs, type Tabs } from './tabs.ts';

export interface RendererOptions {
  /** Finds the Chromium to run when the first page needs it. See chromium-path.ts. */
  findChromium: () => Promise<string>;
  /** Folder for profiles only: profiles of dead workers are removed. */
  profilesDir: string;
  /** The whole User-Agent header, for the page's scripts as for its host. */
  userAgent: string;
  /** Pages rendered at once. Default 4, as many as a worker crawls shops at once. */
  concurrency?: number;
  /** Pages after which a browser is replaced, which limits memory leaks. Default 50. */
  pagesPerBrowser?: number;
  limits?: Partial<RenderLimits>;
  /** Whether a page may be rendered without a sandbox if the kernel provides none. Default: never. */
  mayRunUnsandboxed?: (url: string) => boolean;
}

export type Renderer = ReturnType<typeof createRenderer>;

type RenderArguments = [fetched: FetchedPage, loadPart: LoadPart, isComplete?: IsComplete];

interface Lease {
  browser: BrowserProcess;
  tabs: Tabs;
  pages: number;
  active: number;
  /** Takes no further pages. */
  isRetired: boolean;
  /** Resolves when it is closed; null until that begins. */
  ended: Promise<unknown> | null;
}

const MEMORY_CHECK_MS = 500;
/** Tabs kept, each a process: the default number of shops that a worker crawls at once. */
const KEPT_TABS = 4;

/** Renders with one browser at a time, started on demand and replaced after a number of pages or a fault. */
export function createRenderer(options: RendererOptions) {
  const limits = { ...RENDER_LIMITS, ...options.limits };
  const {
    concurrency = KEPT_TABS,
    pagesPerBrowser = 50,
    mayRunUnsandboxed = () => false,
  } = options;
  const inTurn = pLimit(concurrency);
  const cached = createPartCache();
  const leases = new Set<Lease>();
  let current: Promise<Lease> | null = null;
  let isClosed = false;

  async function start(allowUnsandboxed: boolean): Promise<Lease> {
    const path = await options.findChromium();
    const { profilesDir, userAgent } = options;
    const browser = await launchBrowser(path, profilesDir, userAgent, allowUnsandboxed);
    const tabs = createTabs(browser.context, KEPT_TABS);
    const lease: Lease = { browser, tabs, pages: 0, active: 0, isRetired: false, ended: null };
    leases.add(lease);
    browser.context.on('close', () => {
      retire(lease);
      if (lease.active === 0) void end(lease);
    });
    return lease;
  }

  function retire(lease: Lease): void {
    if (!lease.isRetired) current = null;
    lease.isRetired = true;
  }

  async function end(lease: Lease): Promise<void> {
    retire(lease);
    lease.ended ??= lease.browser.close().finally(() => leases.delete(lease));
    await lease.ended;
  }

  async function withBrowser(page: RenderArguments): Promise<TextPage> {
    if (isClosed) {
      throw new FetchRefused(
        'browser-unavailable',
        'no page is rendered while the worker is stopping',
      );
    }
    const allowUnsandboxed = mayRunUnsandboxed(page[0].url);
    current ??= start(allowUnsandboxed);
    const starting = current;
    const lease = await starting.catch((error: unknown) => {
      // Other pages waited for the same start: one of them may have begun the next already.
      if (current === starting) current = null;
      throw error;
    });
    // The browser may have ended in the meantime.
    if (lease.ended) return withBrowser(page);
    if (!lease.browser.isSandboxed && !allowUnsandboxed) throw unavailable(NO_SANDBOX);
    lease.pages += 1;
    lease.active += 1;
    if (lease.pages >= pagesPerBrowser) retire(lease);
    try {
      return await renderWatched(lease, ...page);
    } finally {
      lease.active -= 1;
      if (lease.isRetired && lease.active === 0) await end(lease);
    }
  }

  async function renderWatched(lease: Lease, ...[fetched, loadPart, isComplete]: RenderArguments) {
    let isOverMemory = false;
    const watch = setInterval(() => {
      isOverMemory ||= lease.browser.privateBytes() > limits.privateBytes;
      if (isOverMemory) void end(lease);
    }, MEMORY_CHECK_MS);
    try {
      const load = cached(new URL(fetched.url).origin, loadPart);
      return await renderPage(lease.tabs, fetched, load, limits, isComplete);
    } catch (error) {
      // A page that hung or crashed may still be running: its browser takes no further pages.
      retire(lease);
      if (!isOverMemory) throw error;
      throw new FetchRefused('too-large', `${fetched.url} took too much memory to render`);
    } finally {
      clearInterval(watch);
    }
  }

  return {
    /** Runs a page's scripts until `isComplete` or the page is quiet. Throws FetchRefused; 'browser-unavailable' without a Chromium. */
    render: (...page: RenderArguments): Promise<TextPage> => inTurn(() => withBrowser(page)),
    /** Closes the browsers for good; running and waiting pages are refused. */
    async close(): Promise<void> {
      isClosed = true;
      await current?.catch(() => undefined);
      await Promise.all([...leases].map(end));
    },
  };
}
