import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { BROWSER_UID } from '#db/runtime/unprivileged-home.ts';
import { codeOf } from '#domain/errors.ts';
import { unavailable } from './chromium-path.ts';

/**
 * Blocks all traffic except the requests that we intercept: no name resolves, the proxy has no address, no WebRTC, QUIC or Chromium
 * services.
 */
const SEALED = [
  '--proxy-server=socks5://sealed.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--no-pings',
];

/** Disabled features: first toolbars that are pages and a new frame for each document, for speed; then Playwright's own list. */
const OFF = [
  'WebUIReloadButton,WebUIToolbar,InitialWebUI,RenderDocument',
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
];

const LEAN = [
  `--disable-features=${OFF.join(',')}`,
  '--blink-settings=imagesEnabled=false',
  '--disable-remote-fonts',
  '--disable-gpu',
  // Required because tabs.ts requests each frame.
  '--run-all-compositor-stages-before-draw',
  '--mute-audio',
  '--js-flags=--max-old-space-size=256',
];

/** A running Chromium with one profile, never as root. It is controlled through a pipe, so it ends with this process. */
export type BrowserProcess = Awaited<ReturnType<typeof launch>>;

const RUN_AS = join(import.meta.dirname, 'run-as.sh');
const CLOSE_MS = 3_000;
let launched = 0;

/** Error texts of Chromium and Playwright when user namespaces are unavailable. */
const SANDBOX_FAULT = /No usable sandbox|sandboxing failed/;

export const NO_SANDBOX =
  'the kernel gives Chromium no sandbox. Allow user namespaces without privileges (docs/operations.md), or set ' +
  'ALLOW_UNSANDBOXED_CHROMIUM=true if you trust the shops';

/**
 * Starts a Chromium with an empty profile under `profilesDir`, as a separate user if this process is root. It runs without a
 * sandbox only if `allowUnsandboxed` and the kernel provides none. Throws FetchRefused 'browser-unavailable'.
 */
export async function launchBrowser(
  executablePath: string,
  profilesDir: string,
  userAgent: string,
  allowUnsandboxed = false,
): Promise<BrowserProcess> {
  try {
    return await launch(executablePath, profilesDir, userAgent, true);
  } catch (error) {
    if (!SANDBOX_FAULT.test(String(error))) throw error;
    if (!allowUnsandboxed) throw unavailable(NO_SANDBOX);
    return launch(executablePath, profilesDir, userAgent, false);
  }
}

async function launch(
  executablePath: string,
  profilesDir: string,
  userAgent: string,
  isSandboxed: boolean,
) {
  sweepProfiles(profilesDir);
  launched += 1;
  const profile = join(profilesDir, `${process.pid}-${launched}`);
  mkdirSync(profile, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(profilesDir, 0o711);
    chownSync(profile, BROWSER_UID, BROWSER_UID);
  }
  // Playwright takes 50 MB: load it only in workers that render.
  const { chromium } = await import('playwright-core');
  const context = await chromium
    .launchPersistentContext(profile, {
      executablePath: isRoot ? RUN_AS : executablePath,
      userAgent,
      chromiumSandbox: isSandboxed,
      args: [...SEALED, ...LEAN],
      // Pass no secrets, in case a page escapes its tab.
      env: {
        PATH: '/usr/bin:/bin',
        HOME: profile,
        ...(isRoot && { CHROMIUM: executablePath, CHROMIUM_UID: String(BROWSER_UID) }),
      },
      serviceWorkers: 'block',
      acceptDownloads: false,
      viewport: { width: 1280, height: 900 },
      locale: 'en-AU',
      timezoneId: 'Australia/Sydney',
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch((error: Error) => {
      rmSync(profile, { recursive: true, force: true });
      throw unavailable(`${executablePath} does not start: ${firstFault(error)}`);
    });
  const pid = findBrowserPid(profile);
  return {
    context,
    /** Whether the kernel sandboxes its pages. False only if that was allowed. */
    isSandboxed,
    /** Private memory of its processes in bytes; 0 on systems other than Linux. */
    privateBytes: () => (pid === null ? 0 : groupPrivateBytes(pid)),
    /** Closes it, or kills it after 3 s. Leaves neither process nor profile. */
    close: async () => {
      const asked = context.close().catch(() => undefined);
      const late = new Promise<'late'>((resolve) => setTimeout(resolve, CLOSE_MS, 'late').unref());
      if ((await Promise.race([asked, late])) === 'late' && pid !== null) killGroup(pid);
      await asked;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Removes the profiles of dead workers. A folder's name begins with its worker's process id. */
function sweepProfiles(profilesDir: string): void {
  if (!existsSync(profilesDir)) return;
  for (const name of readdirSync(profilesDir)) {
    const owner = Number.parseInt(name, 10);
    if (owner === process.pid || isAlive(owner)) continue;
    rmSync(join(profilesDir, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Finds the browser's process id by the profile on its command line. Null without /proc. */
function findBrowserPid(profile: string): number | null {
  return (
    processIds().find((pid) => procText(pid, 'cmdline').includes(`--user-data-dir=${profile}\0`)) ??
    null
  );
}

/** Playwright starts Chromium as the leader of a new process group. */
function groupPrivateBytes(leader: number): number {
  const isMember = (pid: number) => {
    const stat = procText(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(stat[2]) === leader;
  };
  const pages = processIds()
    .filter(isMember)
    .map((pid) => procText(pid, 'statm').split(' ').map(Number))
    .map(([, resident = 0, shared = 0]) => resident - shared);
  return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES;
}

const PAGE_BYTES = 4096;

function processIds(): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The text of a /proc file; empty for a process that has just ended. */
function procText(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** The line of Playwright's long message that names the cause. */
function firstFault(error: Error): string {
  const lines = error.message.split('\n').map((line) => line.trim());
  const fault = lines.find(
    (line) =>
      SANDBOX_FAULT.test(line) ||
      /error while loading|cannot open|setpriv|ENOENT|EACCES/.test(line),
  );
  return (fault ?? lines[0] ?? '').slice(0, 300);
}
