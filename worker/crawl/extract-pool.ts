/*
 * Reads bodies off the main thread: large pages take tens of milliseconds, hostile ones may never end.
 *   extract-pool     the crawl's entry to worker/extract: reads small bodies directly, others in a thread with a time limit
 *   extract-thread   the thread, which runs one task at a time
 */
import { Worker } from 'node:worker_threads';
import type { NewPage } from '#db/queries/crawl/pages.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import { BODY_LIMIT_CHARS, readPage, refused, type UnreadPage } from '../extract/read-page.ts';
import { bodyText, type PageBody } from '../fetch/page-body.ts';
import {
  type ExtractAnswer,
  type ExtractTask,
  pagesOfTexts,
  type UnreadSitemap,
} from './extract-thread.ts';
import { pagesOfSitemap } from './sitemap.ts';

/** Smaller bodies are read on the main thread: a handover costs more than the reading. */
export const SMALL_BODY_BYTES = 16_000;
/** Time limit of one task; real pages take up to 0.1 s, on a busy machine 1 s. */
const TASK_LIMIT_MS = 8_000;
/** Heap of one thread; the largest pages take about 150 MB. */
const HEAP_LIMIT_MB = 384;

/** Reads bodies without blocking the event loop. */
export interface ExtractPool {
  /**
   * Like `readPage`; a page that is stuck, or kills its thread, is refused as 'too-complex'. The bytes of a large
   * undecoded body are given away: they are empty afterwards.
   */
  readPage(page: UnreadPage): Promise<PageReading>;
  /**
   * Like `pagesOfSitemap`, some thousand pages at a time, and takes its bytes; throws FetchRefused 'too-large' where one is
   * stuck or kills its thread.
   */
  pagesOfSitemap(sitemap: UnreadSitemap): Promise<Iterable<NewPage[]>>;
  /** Ends the threads; pending readings reject. */
  close(): Promise<void>;
}

/** The limits of a pool. */
export interface PoolLimits {
  threads: number;
  taskMs?: number;
  heapMb?: number;
}

interface Job {
  task: ExtractTask;
  /** Called with null when the thread died. */
  settle: (answer: ExtractAnswer | null) => void;
  /** Rejects a job at shutdown, so that the page does not count as read. */
  abandon: () => void;
}

/** Creates a pool that starts its threads on demand. It holds no state, so a dead thread costs one page. */
export function createExtractPool({
  threads,
  taskMs = TASK_LIMIT_MS,
  heapMb = HEAP_LIMIT_MB,
}: PoolLimits): ExtractPool {
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job>();
  /** Threads past their time limit, whose answer may still arrive: they take no further task. */
  const dying = new WeakSet<Worker>();
  let isClosed = false;

  function start(): Worker {
    const worker = new Worker(new URL('./extract-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      const at = idle.indexOf(worker);
      if (at !== -1) idle.splice(at, 1);
      const job = busy.get(worker);
      busy.delete(worker);
      if (isClosed) job?.abandon();
      else job?.settle(null);
      next();
    });
    return worker;
  }

  function next(): void {
    const job = waiting[0];
    const worker = job && (idle.pop() ?? (busy.size < threads ? start() : undefined));
    if (!worker || !job) return;
    waiting.shift();
    const limit = setTimeout(() => {
      dying.add(worker);
      void worker.terminate();
    }, taskMs);
    busy.set(worker, {
      ...job,
      settle: (answer) => {
        clearTimeout(limit);
        job.settle(answer);
      },
    });
    worker.ref();
    worker.once('message', (answer: ExtractAnswer) => {
      busy.get(worker)?.settle(answer);
      busy.delete(worker);
      if (!dying.has(worker)) idle.push(worker);
      // Idle threads must not keep the process alive.
      worker.unref();
      next();
    });
    worker.postMessage(job.task, ownedBytes(job.task));
  }

  function run(task: ExtractTask): Promise<ExtractAnswer | null> {
    return new Promise((settle, reject) => {
      const abandon = () => reject(new Error('the worker is stopping: a body was not read'));
      if (isClosed) return abandon();
      waiting.push({ task, settle, abandon });
      next();
    });
  }

  return {
    async readPage(page) {
      const size = sizeOf(page.body);
      if (size <= SMALL_BODY_BYTES) return readPage({ ...page, body: bodyText(page.body) });
      if (size > BODY_LIMIT_CHARS) return refused('too-complex');
      const answer = await run({ page: { ...page, body: owned(page.body) } });
      return answer && 'reading' in answer ? answer.reading : refused('too-complex');
    },
    async pagesOfSitemap(sitemap) {
      const { xml } = sitemap;
      if (sizeOf(xml) <= SMALL_BODY_BYTES)
        return [pagesOfSitemap({ ...sitemap, xml: bodyText(xml) })];
      const answer = await run({ sitemap: { ...sitemap, xml: owned(xml) } });
      if (answer && 'pages' in answer) return pagesOfTexts(answer.pages);
      throw new FetchRefused('too-large', `${sitemap.sitemapUrl} could not be read in time`);
    },
    async close() {
      isClosed = true;
      for (const { abandon } of waiting.splice(0)) abandon();
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
    },
  };
}

/** Returns the size in bytes, for texts in characters. */
function sizeOf(body: PageBody): number {
  return typeof body === 'string' ? body.length : body.bytes.length;
}

/** Copies a body that shares its memory with Node's buffer pool or a socket's read. */
function owned(body: PageBody): PageBody {
  if (typeof body === 'string' || body.bytes.length > Buffer.poolSize) return body;
  return { ...body, bytes: new Uint8Array(body.bytes) };
}

/** Transfers the memory of an encoded body instead of copying it. */
function ownedBytes(task: ExtractTask): ArrayBuffer[] {
  const body = 'page' in task ? task.page.body : task.sitemap.xml;
  return typeof body === 'string' ? [] : [body.bytes.buffer as ArrayBuffer];
}
