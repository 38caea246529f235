-- A busy worker begins an exchange later than its slot: the next one, of any worker, keeps its distance from that.
alter table "host" add "begun_at" timestamptz null;
