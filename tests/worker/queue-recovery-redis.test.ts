import { testRecovery } from '../support/queue-recovery.ts';
import { openRedisStore } from '../support/queue-stores.ts';

testRecovery(openRedisStore);
