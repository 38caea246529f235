const { openOrm } = await import(`/work/main/db/orm.ts`);
import { findOffers } from '#db/queries/smart/found-offers.ts';
import { headNounOf } from '#domain/search/name-head.ts';
const orm = await openOrm(process.env.PGURL!);
for (const q of process.argv.slice(2)) { const f = await findOffers(orm.em.fork(), [q], {minCents:null,maxCents:null,excluded:[],enough:1}, {products:12,offers:60}); const seen=new Set(); console.log('##',q,f.isLoose); for (const o of f.offers) { if(seen.has(o.productId)) continue; seen.add(o.productId); console.log('  ',o.productName,'|',headNounOf(o.productName,o.brand),'|',o.isTheThing,o.canBuy,(o as any).isSimilar); } }
await orm.close(); process.exit(0);
