-- Workers write when they were last alive.
create table "worker_process" ("name" text not null, "lanes" text[] not null, "started_at" timestamptz not null default now(), "seen_at" timestamptz not null default now(), primary key ("name"));
