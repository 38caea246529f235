import { loadConfig } from '#db/runtime/config.ts';
import { exitWithParent } from '#db/runtime/parent-process.ts';
import { startDemoShops } from './server.ts';
import { breaksFileIn } from './world/breaks.ts';

/* The process of the demo shops: `node worker/demo/main.ts`; server.ts has the map. */

const config = loadConfig();
const shops = await startDemoShops({
  port: config.demoPort,
  breaksFile: breaksFileIn(config.dataDir),
});
console.log(`demo shops ready on http://127.0.0.1:${shops.port}`);
process.on('SIGTERM', () => void shops.close());
process.on('SIGINT', () => void shops.close());
exitWithParent();
