import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { openQueues } from './open-queues.ts';
import { startConsumers } from '#worker/queues/start-consumers.ts';
import { TEST_JOBS, handlersWith } from '../../tests/support/queue-jobs.ts';
const url='postgres://postgres@127.0.0.1:55499/postgres';
const cl=new pg.Client({connectionString:url}); await cl.connect();
async function run(label:string, opt:any, N=2000){
  await cl.query('drop schema if exists bullmq cascade');
  const q=await openQueues({redisUrl:null,databaseUrl:url});
  await q.addMany(TEST_JOBS.plain, Array.from({length:N},(_,i)=>({key:String(i)})));
  let done=0; const all=Promise.withResolvers<void>(); const t0=performance.now(); let t1=0; const marks:number[]=[];
  const c=await startConsumers(q,TEST_JOBS,handlersWith({plain:async()=>{ await wait(20); if(++done%500===0) marks.push(Math.round(performance.now()-t0)); if(done===N) all.resolve(); }}),{concurrency:50,...opt});
  t1=performance.now()-t0;
  await all.promise; console.log(label, Math.round(N/((performance.now()-t0)/1000)),'jobs/s start took',Math.round(t1), marks.join(','));
  await c.close(); await q.close();
}
await run('all lanes',{}); await run('fetch lane',{lanes:['fetch']}); await run('fetch+follow',{lanes:['fetch','follow-up']}); await run('all lanes',{});
await cl.end();
