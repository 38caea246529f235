/*
 * How the site is built: static pages, the few on-demand ones behind site/server.ts, no sessions, a content security policy
 * with a hash for every inline script and style.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { build } from 'vite';
import { compressFiles } from '#site/server/static-files.ts';
import { writeExtension } from '#site/server/write-extension.ts';

/** The most a shopper may send in one request; site/server/handle-request.ts has the same limit. */
const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Where the build believes it will be served. An image built once may be served elsewhere: the
 * server reads this from dist/built-for.json and puts its own SITE_URL in its place.
 */
const { SITE_URL: site = 'http://localhost:4321' } = process.env;

/** Port of `npm run dev`. It takes what it does not make itself, pictures and demo shops, from a running `npm start`. */
const DEV_PORT = 4322;
const { PORT: START_PORT = '4321' } = process.env;

/** Pieces of some hundred bytes that most islands load: a file for each would be packed worse than one for all. */
const SHARED_PIECES = [
  {
    // First, so that home loads no React with it.
    name: 'kept',
    test: /\/(stores\/(free-searches|search-history|session)|client\/(dialog|dom|stored-values)|content\/texts|domain\/text\/site-name)\.ts$/,
  },
  {
    name: 'parts',
    test: /@nanostores\/react\/|\/(ui\/(FailurePanel|Icon|InterceptedLink|LazyImage|LetterTile|Notice|OutboundLink|PriceBar|SelectField|Trust|price-text|use-copy|use-lost-focus)|client\/(plain-click|search-view)|domain\/(time|search\/search-filters|offers\/availability|prices\/price-change|products\/score-band|text\/counted))\.tsx?$/,
  },
];

/** @type {import('astro').AstroIntegration} */
const prepareForServer = {
  name: 'prepare-for-server',
  hooks: {
    'astro:build:done': async () => {
      const folder = fileURLToPath(new URL('./dist/client', import.meta.url));
      await compressFiles(folder);
      await writeExtension(fileURLToPath(new URL('./dist/extension', import.meta.url)), site);
      await writeFile(
        new URL('./dist/built-for.json', import.meta.url),
        JSON.stringify({ origin: new URL(site).origin, mode: process.env.NODE_ENV }),
      );
    },
  },
};

/**
 * site/client/page-script.ts with its imports as one script without exports, small enough to stand in the page itself:
 * as files of their own its parts delayed the first paint by two round trips (docs/speed.md).
 */
async function bundlePageScript() {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('./site/client/page-script.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  });
  const [bundle] = [result].flat();
  if (!bundle || !('output' in bundle)) throw new Error('no bundle of the page script');
  return bundle.output[0].code.trim();
}

/** @type {import('astro').AstroIntegration} */
const inlinePageScript = {
  name: 'inline-page-script',
  hooks: {
    'astro:config:setup': async ({ injectScript }) => {
      injectScript('head-inline', await bundlePageScript());
    },
  },
};

/** @type {import('astro').AstroIntegration} */
const noPolicyInDevelopment = {
  name: 'no-policy-in-development',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      // `astro dev` writes styles and scripts into its pages that no hash allows.
      if (command === 'dev') updateConfig({ security: { csp: false } });
    },
  },
};

/**
 * Builds React into the server's pages as React for production, which renders a page of results in four fifths of the time: installed
 * packages choose by NODE_ENV when the server starts, and `npm start` starts it for development.
 *
 * @type {import('astro').AstroIntegration}
 */
const reactForProduction = {
  name: 'react-for-production',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return;
      const ssr = {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: [/^react(?:$|\/)/, /^react-dom(?:$|\/)/, '@nanostores/react'] },
      };
      updateConfig({ vite: { environments: { ssr } } });
    },
  },
};

export default defineConfig({
  site,
  srcDir: './site',
  publicDir: './site/public',
  output: 'static',
  // One round trip fewer before the first paint; a page's styles are 5 to 7 kB as sent.
  build: { format: 'directory', inlineStylesheets: 'always' },
  // The server moves '/about/' to '/about' itself; the API takes both.
  trailingSlash: 'ignore',
  session: false,
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  server: { port: DEV_PORT },
  integrations: [
    react(),
    reactForProduction,
    inlinePageScript,
    noPolicyInDevelopment,
    prepareForServer,
  ],
  adapter: node({ mode: 'middleware', staticHeaders: true, bodySizeLimit: BODY_LIMIT_BYTES }),
  security: {
    // The API decides itself what it takes from other sites (one-click unsubscribing); pages read no forms.
    checkOrigin: false,
    csp: {
      // script-src and style-src are Astro's; site/server/security-headers.ts holds the test that
      // nothing is missing from the whole.
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    // Fonts and pictures inlined as data: would need holes in the policy.
    build: { assetsInlineLimit: 0 },
    server: {
      proxy: {
        '^/(pictures|demo-shops)/': {
          target: `http://localhost:${START_PORT}`,
          changeOrigin: true,
        },
      },
    },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_PIECES } } } },
      },
    },
  },
});
