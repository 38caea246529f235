alter table "product" add "match_keys" text[] not null default '{}';

update "product" set "match_keys" = array_remove(array['g:' || "gtin", 'm:' || split_part("model_key", '|', 2)], null);

drop index "product_title_key_index";

create index "product_match_keys" on "product" using gin ("match_keys") with (fastupdate = off);

alter table "offer" drop constraint "offer_match_method_check";

alter table "offer" add constraint "offer_match_method_check" check ("match_method" in ('gtin', 'model', 'title', 'words', 'learned', 'new', 'operator'));
