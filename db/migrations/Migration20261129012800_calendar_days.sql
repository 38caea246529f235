-- Files of open data are of days in Sydney; those of days in UTC+10 are deleted, and the next job makes them anew.
delete from "open_data_file";
