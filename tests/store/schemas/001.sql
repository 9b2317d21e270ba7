BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'judge','001_first','2026-11-29 20:54:56.519648+00:00');
CREATE TABLE "game" (
   "name" TEXT PRIMARY KEY,
   "variant" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "record" TEXT NOT NULL,
   "next_due" TEXT NOT NULL,
   "closes_at" TEXT NOT NULL,
   "updated" TEXT
);
INSERT INTO "game" VALUES('old','colonial','running','{"game":"old","variant":"colonial","state":"running","settings":{"absence_max":15,"absence_total":30,"anonymous":false,"concession":true,"deadline_counts":true,"draw":"survivors","early_close":"off","gm_may_play":true,"grace":"0","holidays":"auto","hour":"","join":"open","language":"en","length.adjustment":"3d","length.first":"0","length.movement":"7d","length.retreat":"3d","minimum":0,"nmr_limit":2,"peace":false,"press":"white","press_gap":"refuse","press_read_by_gm":false,"ready_check":false,"reminders":"24h 3h","seats":"wishes","standby_time":"3d","start_hour":"","strict_orders":false,"timezone":"Asia/Tokyo","title":"","weekdays":"","wish_time":"7d"},"gms":[{"power":"","address":"gm@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":0}],"players":[{"power":"ENGLAND","address":"england@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"FRANCE","address":"france@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"HOLLAND","address":"holland@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"CHINA","address":"china@example.test","name":"","language":"ja","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"JAPAN","address":"japan@example.test","name":"","language":"ja","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"RUSSIA","address":"russia@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1},{"power":"TURKEY","address":"turkey@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":1}],"seed":"744c779f9d1a412643e5663055de393e49245dece5f0f478a3d67b2528ca400d","position":{"centers":{"CHINA":["CAN","MAC","PEK","SHA","SIK"],"ENGLAND":["ADEN","BOM","DEL","HK","MAD","SIN"],"FRANCE":["ANN","COC","TON"],"HOLLAND":["BOR","JAVA","SUM"],"JAPAN":["KYO","KYU","OTA","TOK"],"RUSSIA":["MOS","ODE","OMSK","P.ART","VLA"],"TURKEY":["ANG","BAG","CON"]},"name":"S1870M","units":{"CHINA":["A CAN","A MAC","A PEK","A SHA","A SIK"],"ENGLAND":["A BOM","A DEL","A MAD","F ADEN","F HK","F SIN"],"FRANCE":["A COC","A TON","F ANN"],"HOLLAND":["A BOR","F JAVA","F SUM"],"JAPAN":["A KYO","F KYU","F OTA","F TOK"],"RUSSIA":["A MOS","A OMSK","A VLA","F ODE","F P.ART"],"TURKEY":["A ANG","F BAG","F CON"]}},"phase_id":"S1870M","phase_no":1,"revision":0,"opened":"2026-12-01T11:00:00+00:00","deadline":"2026-12-08T11:00:00+00:00","grace_end":"","orders":{"JAPAN":[{"key":"KYO","text":"A KYO - KYU","source":"A KYO - KYU","at":"2026-12-01T11:00:00+00:00"}]},"first_sent":{"JAPAN":"2026-12-01T11:00:00+00:00"},"mails_in":{"JAPAN":1},"problems_in":{},"ready":[],"reminded":[],"centres":{"":{"CHINA":5,"ENGLAND":6,"FRANCE":3,"HOLLAND":3,"JAPAN":4,"RUSSIA":5,"TURKEY":3}},"notes":[],"sequence":9,"outcome":null,"waits":[],"starts":"2026-12-01T11:00:00+00:00","standbys":[],"observers":[],"paused_at":"","paused_until":"","forming_until":"","ready_to_start":[],"votes":{},"past":[],"undone":[],"log":[{"args":["ENGLAND","england@example.test","language=en","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["FRANCE","france@example.test","language=en","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["HOLLAND","holland@example.test","language=en","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["CHINA","china@example.test","language=ja","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["JAPAN","japan@example.test","language=ja","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["RUSSIA","russia@example.test","language=en","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":["TURKEY","turkey@example.test","language=en","timezone=Asia/Tokyo"],"at":"2026-12-01T11:00:00+00:00","verb":"SEAT","who":"gm@example.test"},{"args":[],"at":"2026-12-01T11:00:00+00:00","verb":"START","who":"gm@example.test"}],"held":[]}','2026-12-07T11:00:00+00:00','2026-12-08T11:00:00+00:00','2026-12-01T11:00:00+00:00');
CREATE TABLE "incident" (
   "id" INTEGER PRIMARY KEY,
   "at" TEXT,
   "kind" TEXT,
   "fingerprint" TEXT,
   "detail" TEXT,
   "seen" INTEGER
);
CREATE TABLE "input" (
   "id" INTEGER PRIMARY KEY,
   "game" TEXT NOT NULL,
   "sequence" INTEGER NOT NULL,
   "at" TEXT NOT NULL,
   "kind" TEXT NOT NULL,
   "data" TEXT NOT NULL,
   "mail" INTEGER
);
INSERT INTO "input" VALUES(1,'old',0,'2026-12-01T11:00:00+00:00','record','{"game":"old","variant":"colonial","state":"forming","settings":{"absence_max":15,"absence_total":30,"anonymous":false,"concession":true,"deadline_counts":true,"draw":"survivors","early_close":"off","gm_may_play":true,"grace":"0","holidays":"auto","hour":"","join":"open","language":"en","length.adjustment":"3d","length.first":"0","length.movement":"7d","length.retreat":"3d","minimum":0,"nmr_limit":2,"peace":false,"press":"white","press_gap":"refuse","press_read_by_gm":false,"ready_check":false,"reminders":"24h 3h","seats":"wishes","standby_time":"3d","start_hour":"","strict_orders":false,"timezone":"Asia/Tokyo","title":"","weekdays":"","wish_time":"7d"},"gms":[{"power":"","address":"gm@example.test","name":"","language":"en","timezone":"Asia/Tokyo","nmr":0,"status":"playing","nmr_total":0,"late":0,"on_time":0,"response":0,"wishes":[],"wished":false,"offer":"","offered":"","pending":"","pending_old":false,"pending_new":false,"digest":false,"absences":[],"since":0}],"players":[],"seed":"744c779f9d1a412643e5663055de393e49245dece5f0f478a3d67b2528ca400d","position":null,"phase_id":"","phase_no":0,"revision":0,"opened":"","deadline":"","grace_end":"","orders":{},"first_sent":{},"mails_in":{},"problems_in":{},"ready":[],"reminded":[],"centres":{},"notes":[],"sequence":0,"outcome":null,"waits":[],"starts":"","standbys":[],"observers":[],"paused_at":"","paused_until":"","forming_until":"","ready_to_start":[],"votes":{},"past":[],"undone":[],"log":[],"held":[]}',NULL);
INSERT INTO "input" VALUES(2,'old',1,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["ENGLAND","england@example.test","language=en","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(3,'old',2,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["FRANCE","france@example.test","language=en","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(4,'old',3,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["HOLLAND","holland@example.test","language=en","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(5,'old',4,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["CHINA","china@example.test","language=ja","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(6,'old',5,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["JAPAN","japan@example.test","language=ja","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(7,'old',6,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["RUSSIA","russia@example.test","language=en","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(8,'old',7,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"SEAT","args":["TURKEY","turkey@example.test","language=en","timezone=Asia/Tokyo"],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(9,'old',8,'2026-12-01T11:00:00+00:00','command','{"at":"2026-12-01T11:00:00Z","verb":"START","args":[],"who":"gm@example.test"}',NULL);
INSERT INTO "input" VALUES(10,'old',9,'2026-12-01T11:00:00+00:00','mail','{"at":"2026-12-01T11:00:00Z","address":"japan@example.test","role":"player","power":"JAPAN","body":"A KYO - KYU","subject":"[old] orders","message_id":"<1@example.test>","references":[],"phase_id":"","proven":false,"name":"","answers":""}',1);
CREATE TABLE "letter" (
   "id" INTEGER PRIMARY KEY,
   "key" TEXT NOT NULL,
   "message_id" TEXT NOT NULL,
   "game" TEXT,
   "kind" TEXT NOT NULL,
   "address" TEXT NOT NULL,
   "data" TEXT NOT NULL,
   "status" TEXT NOT NULL,
   "attempts" INTEGER NOT NULL,
   "next_try" TEXT NOT NULL,
   "queued" TEXT NOT NULL,
   "sent" TEXT,
   "subject" TEXT,
   "detail" TEXT
);
INSERT INTO "letter" VALUES(1,'old/S1870M/game_start/england@example.test/8','<old.ahdjolqpcw5e6lvditues6ozaaaczup4bhk4chfnbpja@example.test>','old','game_start','england@example.test','{"key":"old/S1870M/game_start/england@example.test/8","kind":"game_start","to":{"address":"england@example.test","role":"player","power":"ENGLAND","name":"","language":"en","timezone":"Asia/Tokyo"},"facts":{"game":"old","variant":"colonial","power":"ENGLAND","phase":{"id":"S1870M","kind":"movement","turn":1,"label":{"season":"spring","year":1870,"turn":1},"press":true,"deadline":"2026-12-08T11:00:00+00:00","grace_end":"","starts":""},"seats":[{"power":"ENGLAND","name":"","address":"england@example.test","status":"playing"},{"power":"FRANCE","name":"","address":"france@example.test","status":"playing"},{"power":"HOLLAND","name":"","address":"holland@example.test","status":"playing"},{"power":"CHINA","name":"","address":"china@example.test","status":"playing"},{"power":"JAPAN","name":"","address":"japan@example.test","status":"playing"},{"power":"RUSSIA","name":"","address":"russia@example.test","status":"playing"},{"power":"TURKEY","name":"","address":"turkey@example.test","status":"playing"}],"view":{"units":{"ENGLAND":["A BOM","A DEL","A MAD","F ADEN","F HK","F SIN"],"FRANCE":["A COC","A TON","F ANN"],"HOLLAND":["A BOR","F JAVA","F SUM"],"CHINA":["A CAN","A MAC","A PEK","A SHA","A SIK"],"JAPAN":["A KYO","F KYU","F OTA","F TOK"],"RUSSIA":["A MOS","A OMSK","A VLA","F ODE","F P.ART"],"TURKEY":["A ANG","F BAG","F CON"]},"centers":{"ENGLAND":["ADEN","BOM","DEL","HK","MAD","SIN"],"FRANCE":["ANN","COC","TON"],"HOLLAND":["BOR","JAVA","SUM"],"CHINA":["CAN","MAC","PEK","SHA","SIK"],"JAPAN":["KYO","KYU","OTA","TOK"],"RUSSIA":["MOS","ODE","OMSK","P.ART","VLA"],"TURKEY":["ANG","BAG","CON"]},"retreats":{},"phase":"S1870M","counts":{"ENGLAND":{"centres":6,"units":6,"due":0},"FRANCE":{"centres":3,"units":3,"due":0},"HOLLAND":{"centres":3,"units":3,"due":0},"CHINA":{"centres":5,"units":5,"due":0},"JAPAN":{"centres":4,"units":4,"due":0},"RUSSIA":{"centres":5,"units":5,"due":0},"TURKEY":{"centres":3,"units":3,"due":0}}},"sheet":[{"about":"A BOM","order":"A BOM H","default":true,"choices":[]},{"about":"A DEL","order":"A DEL H","default":true,"choices":[]},{"about":"A MAD","order":"A MAD H","default":true,"choices":[]},{"about":"F ADEN","order":"F ADEN H","default":true,"choices":[]},{"about":"F HK","order":"F HK H","default":true,"choices":[]},{"about":"F SIN","order":"F SIN H","default":true,"choices":[]}],"settings":{"timezone":"Asia/Tokyo","length.movement":"7d","length.first":"0","length.retreat":"3d","length.adjustment":"3d","hour":"","start_hour":"","weekdays":"","holidays":"auto","grace":"0","early_close":"off","nmr_limit":2,"press":"white","press_read_by_gm":false,"anonymous":false,"draw":"survivors","peace":false,"concession":true},"gm":"gm@example.test","commitment":"658b83a598059179b9edde7f7e1e2456a11bebd07d1047b079ffbca59e49ff2f","picture":"start.0","calendar":[]},"in_reply_to":"","references":[]}','sent',1,'2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','[old] Spring 1870 England: the game begins — due Tue 8 Dec 20:00 JST','');
INSERT INTO "letter" VALUES(2,'old/S1870M/game_start/france@example.test/8','<old.434wn7y4toofvsfdxydk2yi3aaahdqfkvgjkscxmdgxq@example.test>','old','game_start','france@example.test','{"key":"old/S1870M/game_start/france@example.test/8","kind":"game_start","to":{"address":"france@example.test","role":"player","power":"FRANCE","name":"","language":"en","timezone":"Asia/Tokyo"},"facts":{"game":"old","variant":"colonial","power":"FRANCE","phase":{"id":"S1870M","kind":"movement","turn":1,"label":{"season":"spring","year":1870,"turn":1},"press":true,"deadline":"2026-12-08T11:00:00+00:00","grace_end":"","starts":""},"seats":[{"power":"ENGLAND","name":"","address":"england@example.test","status":"playing"},{"power":"FRANCE","name":"","address":"france@example.test","status":"playing"},{"power":"HOLLAND","name":"","address":"holland@example.test","status":"playing"},{"power":"CHINA","name":"","address":"china@example.test","status":"playing"},{"power":"JAPAN","name":"","address":"japan@example.test","status":"playing"},{"power":"RUSSIA","name":"","address":"russia@example.test","status":"playing"},{"power":"TURKEY","name":"","address":"turkey@example.test","status":"playing"}],"view":{"units":{"ENGLAND":["A BOM","A DEL","A MAD","F ADEN","F HK","F SIN"],"FRANCE":["A COC","A TON","F ANN"],"HOLLAND":["A BOR","F JAVA","F SUM"],"CHINA":["A CAN","A MAC","A PEK","A SHA","A SIK"],"JAPAN":["A KYO","F KYU","F OTA","F TOK"],"RUSSIA":["A MOS","A OMSK","A VLA","F ODE","F P.ART"],"TURKEY":["A ANG","F BAG","F CON"]},"centers":{"ENGLAND":["ADEN","BOM","DEL","HK","MAD","SIN"],"FRANCE":["ANN","COC","TON"],"HOLLAND":["BOR","JAVA","SUM"],"CHINA":["CAN","MAC","PEK","SHA","SIK"],"JAPAN":["KYO","KYU","OTA","TOK"],"RUSSIA":["MOS","ODE","OMSK","P.ART","VLA"],"TURKEY":["ANG","BAG","CON"]},"retreats":{},"phase":"S1870M","counts":{"ENGLAND":{"centres":6,"units":6,"due":0},"FRANCE":{"centres":3,"units":3,"due":0},"HOLLAND":{"centres":3,"units":3,"due":0},"CHINA":{"centres":5,"units":5,"due":0},"JAPAN":{"centres":4,"units":4,"due":0},"RUSSIA":{"centres":5,"units":5,"due":0},"TURKEY":{"centres":3,"units":3,"due":0}}},"sheet":[{"about":"A COC","order":"A COC H","default":true,"choices":[]},{"about":"A TON","order":"A TON H","default":true,"choices":[]},{"about":"F ANN","order":"F ANN H","default":true,"choices":[]}],"settings":{"timezone":"Asia/Tokyo","length.movement":"7d","length.first":"0","length.retreat":"3d","length.adjustment":"3d","hour":"","start_hour":"","weekdays":"","holidays":"auto","grace":"0","early_close":"off","nmr_limit":2,"press":"white","press_read_by_gm":false,"anonymous":false,"draw":"survivors","peace":false,"concession":true},"gm":"gm@example.test","commitment":"658b83a598059179b9edde7f7e1e2456a11bebd07d1047b079ffbca59e49ff2f","picture":"start.0","calendar":[]},"in_reply_to":"","references":[]}','sent',1,'2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','[old] Spring 1870 France: the game begins — due Tue 8 Dec 20:00 JST','');
INSERT INTO "letter" VALUES(9,'old/S1870M/acknowledgement/japan@example.test/9','<old.ezhdcnfoq6klmu732rxbywngaaap7udxbdxqw6xntz3q@example.test>','old','acknowledgement','japan@example.test','{"key":"old/S1870M/acknowledgement/japan@example.test/9","kind":"acknowledgement","to":{"address":"japan@example.test","role":"player","power":"JAPAN","name":"","language":"ja","timezone":"Asia/Tokyo"},"facts":{"game":"old","variant":"colonial","power":"JAPAN","phase":{"id":"S1870M","kind":"movement","turn":1,"label":{"season":"spring","year":1870,"turn":1},"press":true,"deadline":"2026-12-08T11:00:00+00:00","grace_end":"","starts":""},"transcript":[{"number":1,"text":"A KYO - KYU","outcome":"order","orders":["A KYO - KYU"],"problems":[],"result":"","facts":{}}],"standing":[{"about":"A KYO","order":"A KYO - KYU","default":false,"choices":[]},{"about":"F KYU","order":"F KYU H","default":true,"choices":[]},{"about":"F OTA","order":"F OTA H","default":true,"choices":[]},{"about":"F TOK","order":"F TOK H","default":true,"choices":[]}],"missing":["F KYU","F OTA","F TOK"],"owed":[{"power":"JAPAN","what":"orders","count":4,"about":["A KYO","F KYU","F OTA","F TOK"],"required":true,"answered":false,"left":3}],"late":false,"complete":false,"ready":false,"more_problems":0,"subject":"[old] orders","late_for":"","overdue":false,"waiting":false},"in_reply_to":"<1@example.test>","references":[]}','queued',1,'2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','','[old] 1870年春 日本: 命令受付 1/4 — 締切 12/8(火) 20:00 JST','');
CREATE TABLE "mail" (
   "id" INTEGER PRIMARY KEY,
   "uid" INTEGER,
   "uidvalidity" INTEGER,
   "digest" TEXT NOT NULL,
   "message_id" TEXT,
   "received" TEXT NOT NULL,
   "fetched" TEXT NOT NULL,
   "sender" TEXT,
   "subject" TEXT,
   "size" INTEGER,
   "raw" BLOB NOT NULL,
   "status" TEXT NOT NULL,
   "reason" TEXT,
   "game" TEXT,
   "power" TEXT,
   "trace" TEXT
);
INSERT INTO "mail" VALUES(1,46556823341382150,0,'cf14768db0aae2f0c1f73ae0f16249a028265b86ffd1c1cf3e47ba5c322b9cf0','<1@example.test>','2026-12-01T11:00:00+00:00','2026-12-01T11:00:00+00:00','japan@example.test','[old] orders',364,X'52656365697665643A2066726F6D206D61696C2E6578616D706C652E74657374206279206D782E6578616D706C652E746573743B205475652C2030312044656320323032362031313A30303A3030202B303030300A41757468656E7469636174696F6E2D526573756C74733A206D782E6578616D706C652E746573743B20646D6172633D70617373206865616465722E66726F6D3D6578616D706C652E746573740A46726F6D3A206A6170616E406578616D706C652E746573740A546F3A206A75646765406578616D706C652E746573740A5375626A6563743A205B6F6C645D206F72646572730A4D6573736167652D49443A203C31406578616D706C652E746573743E0A4D494D452D56657273696F6E3A20312E300A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740A0A41204B594F202D204B59550A','taken','','old','JAPAN','');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('last_tick','2026-12-01T11:00:00+00:00');
CREATE TABLE "phase" (
   "game" TEXT,
   "phase_no" INTEGER,
   "revision" INTEGER,
   "phase_id" TEXT,
   "at" TEXT,
   "data" TEXT,
   PRIMARY KEY ("game", "phase_no", "revision")
);
CREATE TABLE "picture" (
   "key" TEXT,
   "language" TEXT,
   "name" TEXT,
   "data" BLOB,
   PRIMARY KEY ("key", "language", "name")
);
CREATE TABLE "seat" (
   "game" TEXT,
   "address" TEXT,
   "role" TEXT,
   "power" TEXT,
   PRIMARY KEY ("game", "address", "role", "power")
);
INSERT INTO "seat" VALUES('old','gm@example.test','gm','');
INSERT INTO "seat" VALUES('old','england@example.test','player','ENGLAND');
INSERT INTO "seat" VALUES('old','france@example.test','player','FRANCE');
INSERT INTO "seat" VALUES('old','holland@example.test','player','HOLLAND');
INSERT INTO "seat" VALUES('old','china@example.test','player','CHINA');
INSERT INTO "seat" VALUES('old','japan@example.test','player','JAPAN');
INSERT INTO "seat" VALUES('old','russia@example.test','player','RUSSIA');
INSERT INTO "seat" VALUES('old','turkey@example.test','player','TURKEY');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_game_next_due"
    ON "game" ("next_due");
CREATE INDEX "idx_seat_address"
    ON "seat" ("address");
CREATE UNIQUE INDEX "idx_input_game_sequence"
    ON "input" ("game", "sequence");
CREATE UNIQUE INDEX "idx_mail_digest"
    ON "mail" ("digest");
CREATE INDEX "idx_mail_status_received"
    ON "mail" ("status", "received");
CREATE INDEX "idx_mail_sender_received"
    ON "mail" ("sender", "received");
CREATE UNIQUE INDEX "idx_letter_key"
    ON "letter" ("key");
CREATE INDEX "idx_letter_message_id"
    ON "letter" ("message_id");
CREATE INDEX "idx_letter_status_next_try"
    ON "letter" ("status", "next_try");
CREATE UNIQUE INDEX "idx_incident_fingerprint"
    ON "incident" ("fingerprint");
COMMIT;
PRAGMA user_version = 1;
