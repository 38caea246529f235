-- Claims read due pages in the order of an index, instead of sorting all due pages of a retailer.
create index "page_due_rank" on "page" ("retailer_id", ((next_check_at at time zone 'UTC') - priority * interval '12 minutes'), "next_check_at");
create index "page_asked" on "page" ("retailer_id", ((next_check_at at time zone 'UTC') - priority * interval '12 minutes'), "next_check_at") where "priority" >= 40;
