-- Which model answered a question and the tokens it counted.
alter table "ask" add column "model" text null, add column "tokens_in" int null, add column "tokens_out" int null;
