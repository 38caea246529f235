alter table "ask" add "product_id" uuid null;

create index "ask_product_id_index" on "ask" ("product_id");

alter table "ask" add constraint "ask_product_id_foreign" foreign key ("product_id") references "product" ("id") on delete cascade;

alter table "score" add constraint "score_by_check" check ("by" in ('rules', 'model'));
