// Serves Vendure with its sample products, and its Remix storefront at the same port. Runs in the folder of both; DATABASE, PORT and ORIGIN are given.
import { cp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const require = createRequire(resolve('index.js'));
const storefront = resolve('storefront');
const requireOfStorefront = createRequire(join(storefront, 'index.js'));
const core = require('@vendure/core');
const { populate } = require('@vendure/core/cli');
const { AssetServerPlugin } = require('@vendure/asset-server-plugin');
const samples = resolve('node_modules/@vendure/create/assets');
const { hostname, port, username, password, pathname } = new URL(process.env.DATABASE);
const uploads = resolve('static/assets');
let answer = (_request, _response, next) => next();

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    cors: false,
    middleware: [
      {
        route: '/',
        beforeListen: true,
        handler: (request, response, next) =>
          /^\/(?:shop-api|admin-api|assets|health)\b/.test(request.url)
            ? next()
            : answer(request, response, next),
      },
    ],
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'admin', password: 'street-admin' },
  },
  dbConnectionOptions: {
    ...{ type: 'postgres', synchronize: true, host: hostname, port: Number(port) },
    ...{ username, password, database: pathname.slice(1) },
  },
  importExportOptions: { importAssetsDir: join(samples, 'images') },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [
    AssetServerPlugin.init({
      route: 'assets',
      assetUploadDir: uploads,
      assetUrlPrefix: `${process.env.ORIGIN}/assets/`,
    }),
    core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
};

// The storefront looks for its texts there when Node renders it.
await cp(join(storefront, 'public/locales/en.json'), resolve('public/locales/en/translation.json'));
await rm(uploads, { recursive: true, force: true });
const app = await populate(
  async () => {
    const started = await core.bootstrap(config);
    await started.get(core.JobQueueService).start();
    const db = started.get(core.TransactionalConnection).rawConnection;
    await db.query(
      `update channel set "defaultCurrencyCode" = 'AUD', "availableCurrencyCodes" = 'AUD'`,
    );
    await started.get(core.ChannelService).initChannels();
    return started;
  },
  { ...require(join(samples, 'initial-data.json')), defaultZone: 'Oceania' },
  join(samples, 'products.csv'),
);
// Queued jobs put products into categories and into the search, by which the storefront lists them.
const waiting = `select 1 from collection c where not "isRoot" and not exists
  (select 1 from search_index_item s where c.id::text = any(string_to_array(s."collectionIds", ',')))`;
const { rawConnection } = app.get(core.TransactionalConnection);
while ((await rawConnection.query(waiting)).length > 0) await wait(500);
const express = requireOfStorefront('express');
const { createRequestHandler } = requireOfStorefront('@remix-run/express');
process.chdir(storefront);
process.env.VENDURE_API_URL = `http://127.0.0.1:${process.env.PORT}/shop-api`;
const build = await import(pathToFileURL(join(storefront, 'build/index.js')).href);
const pages = express();
pages.use(express.static('public'));
pages.all('*', createRequestHandler({ build, mode: 'production' }));
answer = pages;
