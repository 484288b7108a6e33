BEGIN TRANSACTION;
CREATE TABLE entries (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	lines TEXT NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('duPM_HFDAgKtqFpczjWs4w',0,'soloist-save 1 terra_mystica
50f38b09 setup mode = digital
25b0ea20 setup automa = yes
28d29fda setup level = automalein
f4cde229 setup map = original
ae1a6686 setup human = darklings
cf7a55cf setup human_home = swamp
c3c0781f setup human2 = none
4bb60541 setup human2_home = none
42184c50 setup faction = simpletons
8b893b8b setup home = plains
46b0a259 setup youth = none
ca31ac89 setup final = none
6ff42a70 setup mots = no
8b7a469b setup promos = no
20f33d8f setup scoring = score1 score4 score6 score7 score5 score8
1cf705e0 setup bonus = bon4 bon7 bon5 bon2 bon9
eb50ffd3 setup tokens = none
26fbe3fe setup chance = app
38abaaf2 setup seed = 25
92b84999 setup pass_values = stand_in
512ba7ce setup atp = sister
fc1ab1be setup order = clockwise
e9295a5e setup shipyard = river
7c581673 setup initial_card = in_game
abe3c83d setup round_6_bonus = none
29742f47 setup last_priest = always
9678214a setup wanderers = everywhere
a1dff656 setup powermongers = offered
6b539441 setup reaching = joins
42b72dbc setup ship_icon = exactly
aa08c7f9 setup human3 = none
284cbac4 setup human3_home = none
1604e484 setup human4 = none
80062757 setup human4_home = none
d47347f0 setup human5 = none
400a0890 setup human5_home = none
70bb6d30 setup fire_and_ice = yes
fde23421 setup mini_expansion = no
cc85290d setup starting_vp = 20
53aa488b setup site = no
e0db7fcb setup value.letters.original.plains = E6 F5 H7 B2 H3 F5 (stand_in)
79d348ef setup value.atp.plains.a = plains desert swamp wasteland forest lakes mountains (stand_in)
d4c027d6 setup value.atp.plains.b = plains swamp desert lakes mountains wasteland forest (stand_in)
18a53bc0 setup value.pass_vp.score1.r1_3 = 3 (stand_in)
4e68c1f9 setup value.cult.score1 = earth (inferred)
2aa16779 setup value.pass_vp.score4.r1_3 = 4 (stand_in)
b47167fe setup value.cult.score4 = fire (inferred)
985d2991 setup value.pass_vp.score6.r1_3 = 2 (stand_in)
43c3e203 setup value.cult.score6 = water (inferred)
416a3f8a setup value.pass_vp.score7.r4_6 = 5 (source)
b84fcd2e setup value.cult.score7 = air (source)
698f3a11 setup value.pass_vp.score5.r4_6 = 5 (stand_in)
2bd24c58 setup value.cult.score5 = fire (inferred)
d642f853 setup value.pass_vp.score8.r4_6 = 5 (stand_in)
8cc173fd setup value.cult.score8 = air (inferred)
1d8b582d setup value.level.automalein.shipping = 0 1 1 (one_source)
8a718250 setup value.level.automalein.x_vp = 0 0 0 (one_source)
7a4dacd7 setup value.cult_start.simpletons = 1 1 1 1 (one_source)
bda18931 @1 move
c6c9be74 > human: bonus bon7
7864f627 human: bonus bon7
98c863cd table: awaits 0,0,0,0,0,0,-1,0,0,0,0,0,0 ; stack 0,1,0,0 2,0,0,0 0,1,0,0
1d55222f @2 move
747d495a > human: place G5
d7ca70a5 human: build G5
4ffe738c table: awaits 0,0,0,0,0,0,-1,0,0,0,0,0,0 ; stack 0,1,0,0 2,0,0,0
6d5f63e5 @3 turn
981ee23a ? initial_card: dc8
d56bb070 automa: build B2
f2a867af automa: mark B2
01cb74b8 automa: build H3
bf8cf711 automa: begin
963cb3c2 + table: awaits 0,0,0,0,0,0,-1,0,0,0,0,0,0 ; stack 0,1,0,0
9405cbe4 ~ remark TMA-018 | card=8; origin=@origin.stand_in; marked=D; unmarked=E
0a0470f8 ~ remark TMA-023 | size=#4; reserve=#9
8fb91707 @4 move
ff4f3701 > human: place E10
41ee68f1 human: build E10
f0fdb5dc human: books convert workers +4
fbe99800 table: awaits 1,0,0,0,0,0,-1,0,0,0,0,0,0
07fd5b5f @5 move
322d3047 > human: transform D8 to swamp
840f7e7a human: books faction priests -1
20573a98 human: books round vp +2
489dcc21 human: books faction vp +2
47599776 human: transform D8 to swamp
a0c82378 table: awaits 1,1,0,9007199254740992,0,1,-1,0,0,0,0,0,0
ce4eda1c @6 move
e3e9f202 > human: build D8
50fd5638 human: books faction coins -2 workers -1
e395e6a3 human: build D8
37f3dbb6 table: awaits 1,1,0,9007199254740992,0,0,-1,0,0,0,0,0,0
96972691 @7 move
2d6eb87b > human: done
18ad7e90 human: done
948f6d42 table: awaits 1,0,0,0,0,0,-1,0,0,0,0,0,0
9781e3fc @8 turn
57bc354c ? deck: dc2
66e985c9 ? deck: dc1
5d7f5fb0 automa: draw dc2
9cc910e6 automa: draw dc1
5703bc1a automa: upgrade H3 to trading_house
46f3cb08 automa: done
044d212d + table: awaits 1,0,0,0,0,0,-1,0,0,0,0,0,0
c37a76a8 ~ remark TMA-044 | action=*1; support=*2
c3c27ae3 ~ decide TMA-070 hexes
7e32451a ~ valid TMA-070 : B2 H3
6aae63e4 ~ narrow TMA-071a : -
56526f95 ~ narrow TMA-071b : B2 H3 ; B2=0 H3=0
bbf7343f ~ narrow TMA-036 : H3 | direction=@direction.backward; count=#1
c404caca ~ choose H3
2a9645bf ~ decide TMA-066 cults
73cf957c ~ fail TMA-066
78ba2413 ~ choose -
96316a63 ~ remark TMA-063 | vp=#0; how=@gain.x
e2f26e08 @9 move
10d692f5 > human: upgrade D8 to trading_house
43ae1fb0 human: books convert coins -6 workers -2
c875cb06 human: upgrade D8 to trading_house
41fc47b9 table: awaits 1,1,0,0,0,0,-1,0,0,0,0,0,0
06bc5d4f @10 move
4fa6032d > human: done
6f611faf human: done
0e1844dc table: awaits 1,0,0,0,0,0,-1,0,0,0,0,0,0
fc6b8e9b @11 turn
c1b02b9a ? deck: dc4
99860c24 automa: draw dc4
8c5aabbc automa: vp +3
f45997b3 automa: pass bon5
27ca50a1 automa: gather
d08d5a63 automa: join dc3
d2bd84b1 + table: awaits 1,0,0,0,0,0,-1,0,0,0,0,0,0
6c80b336 ~ remark TMA-044 | action=*4; support=*1
b924ec7e ~ remark TMA-043 | card=*4
219dbed3 ~ remark TMA-050a | vp=#3; origin=@origin.stand_in
77e4822c ~ remark TMA-050b | place=@place.left
140ba7a4 ~ remark TMA-050g
c82a09be ~ remark TMA-050e | size=#5; reserve=#8
2d14d6a8 @12 move
be843c73 > human: upgrade D8 to temple
2a16a874 human: books convert coins -5 workers -2
8d967ed8 human: upgrade D8 to temple
578f10e4 table: awaits 1,1,0,0,0,0,-1,0,0,0,0,0,0 ; stack 3,1,0,0');
INSERT INTO "entries" VALUES('duPM_HFDAgKtqFpczjWs4w',13,'c6218f08 @13 undo');
INSERT INTO "entries" VALUES('duPM_HFDAgKtqFpczjWs4w',14,'4829202d @14 redo');
INSERT INTO "entries" VALUES('tyoe82nKc0Sh_D6BNcSr_A',0,'soloist-save 1 barrage
b980ba58 setup humans = usa
f4cbb478 setup map = base
146e2334 setup leeghwater = yes
b0f29034 setup promos = no
cecd73f3 setup human_officers = none
1e8e9c50 setup level = medium
ec0b8917 setup company = france
6903d669 setup officer = none
dd5e1f71 setup level2 = none
383eb93f setup company2 = none
93ea4207 setup officer2 = none
ba920220 setup level3 = none
b3e92e81 setup company3 = none
d5bab8f2 setup officer3 = none
2e7c2b34 setup level4 = none
ecf1b555 setup company4 = none
81c7a900 setup officer4 = none
7909ac0e setup chance = app
cb7ec3f8 setup seed = 6
9c3cfd5f setup order = france usa
92d4fc1b setup neutral = 4L 6L 9L
f6215e88 setup headstreams = headstream_tile_4 headstream_tile_3 headstream_tile_1 headstream_tile_2
59b1313f setup bonus = bonus_external_work bonus_elevation bonus_advanced_tile bonus_building bonus_contract
ad121d47 setup objective = objective_basins_3
702ff775 setup contracts = green_13 green_09 yellow_05 yellow_15 red_11 red_03
798ad84f setup national = national_02
f1529574 setup removed_tiles = adv1_building adv2_building adv3_powerhouse
9e6974c1 setup patents = adv1_wild adv1_conduit adv1_base
e84378cf setup works = work_a4 work_a1 work_a5
ad34be78 setup buildings = control_station energy_relay_field development_office customer_office loan_agency
ac23559f setup unofficial = no
9b93c440 setup best_system = neutral_code
4c8daf5d setup water = gain
ae14adb8 setup third_structure = ignore
d3c8e0e3 setup leslie = tile
c545c6c5 setup margot = code_letter
63b91f3b setup patent_space = first_free
dd081776 setup reward_tile = level
a209029e setup mahiri = tile_turn
2f0cc5c5 setup france_several = sum
a43aacb5 setup viktor_germany = no
e3ef04b7 @1 turn
2c123419 table: headstreams
267442e8 ~ remark BR-025
aba41c04 @2 turn
145a47b3 ? tile: automa_01
f0761dbe ? tile: automa_09
73bbe3a7 table: show automa_01
be3f9059 table: turn
a8564dda table: show automa_09
f4e2c1e5 france: engineers 2 company_board
f292659e france: wheel 6 0 0 basic_conduit
12e4ec6b france: rotate 1
2c182aef france: conduit 4A
6c5ddace france: done
88801a54 ~ remark BA-040 | criteria=automa_01; actions=automa_09
14f3dc02 ~ remark BA-050a | how=@production.no_system
7b19e307 ~ decide BA-053 placements
3455857d ~ valid BA-054 : -
0454ee92 ~ choose -
aa96977c ~ remark BA-063 | structure=@structure.conduit; tile=@tech.basic_conduit
8f9c1c7c ~ decide BA-080 conduits
9494646a ~ valid BA-061 : 2A 3B 4A 5A 7B 8A 9B
6a8c449f ~ narrow BA-081 : -
f99bd960 ~ narrow BA-091 : 2A 3B 4A 5A 7B 8A 9B ; 2A=3 3B=3 4A=3 5A=3 7B=3 8A=3 9B=3
0cf297da ~ narrow BA-093 : 4A 9B
6b1aa73c ~ narrow BA-095 : -
dd9d5213 ~ narrow BA-083 : 4A | code=1A
76332701 ~ choose 4A
aa02c910 @3 told
b8094aff > usa: engineers 1 turbine_station_plus2_left
778da675 > usa: energy +1
a4194a50 > usa: done
92a20070 usa: engineers 1 turbine_station_plus2_left
1fc813cf usa: energy +1
9e52ec9d usa: done
76fcccda @4 turn
e3c1b1be ? tile: automa_12
c75e47d5 ? contract: red_10
62bf35a1 ? contract: red_06
e978c5ad table: turn
a29adc9d table: show automa_12
0a9ae9d5 france: engineers 1 contract_office_one_left
6524c3bb france: discard red_11
ed8c8f16 france: discard red_03
5941847f france: energy +2
d7f3ec68 table: reveal red_left red_10
e82e3ebf table: reveal red_right red_06
ef73d0cd france: engineers 2 machinery_shop_excavator_left
421d13ac france: vp -4
710911ea france: excavator +2
b4c42d71 france: done
6daa1519 ~ remark BA-040 | criteria=automa_09; actions=automa_12
3afeef4f ~ remark BA-050a | how=@production.no_system
55e84e6a ~ remark BA-058 | colour=@colour.red; steps=#2
a366f863 ~ remark BA-060b | structure=@structure.conduit
a3639ccd ~ remark BA-043 | action=@kind.machinery_shop
2e72ba24 @5 told
a2590afa > usa: engineers 2 machinery_shop_both_left
0fe91538 > usa: vp +1
a23e740f > usa: done
51e7512f usa: engineers 2 machinery_shop_both_left
f8bc4be6 usa: vp +1
25a5ef14 usa: done
53195b3d @6 undo
d858bfe1 @7 undo
06f1aa0a @8 redo
535aa2ad @9 told
60a08dd9 > usa: engineers 2 patent_office_1
81a0a5cd > usa: patent adv1_base
e0dc16ac > usa: done
852046b8 usa: engineers 2 patent_office_1
6162de9e usa: patent adv1_base
c82b0bdf usa: done
8be7c174 @10 seed
50fa2f0c > another
af682bbb @11 turn
1b069105 ? tile: automa_06
5fb75ab1 table: turn
70dfb156 table: show automa_06
ff3ee4b9 france: engineers 2 external_works_3
62fe9954 france: excavator -2
98a4ebc8 france: work work_a5
5e22f6ea france: vp +4
38ad5094 france: patent adv1_wild
bcfba643 france: done
d1e4ea33 ~ remark BA-040 | criteria=automa_12; actions=automa_06
11004159 ~ remark BA-050a | how=@production.no_system
1c062c70 ~ decide BA-053 placements
8ca995c5 ~ valid BA-054 : -
8eeb67ec ~ choose -
7d3c600e ~ remark BA-060d | structure=@structure.elevation
3bcc6405 ~ remark BA-060c | structure=@structure.base
e41d6ed1 ~ decide BA-073 work_places
438e93ad ~ valid BA-073 : *
4c3fc416 ~ narrow BA-073 : 3
8019190d ~ choose 3
bdbf9446 ~ remark BA-R15 | tile=@tech.adv1_wild
1927f4bc @12 told
cc2e9d71 > usa: engineers 2 contract_office_two_left
9b071204 > usa: take yellow_05
3bac56df > usa: done
c3c0a362 ? contract: yellow_13
c5e715a1 usa: engineers 2 contract_office_two_left
658cdbaf usa: take yellow_05
718f4e76 usa: done
165a685f + table: reveal yellow_left yellow_13
760a8965 @13 turn
f62736da ? tile: automa_03
c645d548 ? contract: green_10
67eb4192 ? contract: green_05
c00cd34c table: turn
52c091a7 table: show automa_03
1d681b88 france: engineers 1 contract_office_one_right
719e35c8 france: discard green_13
c302af08 france: discard green_09
bd005b7f france: energy +2
192734bb table: reveal green_left green_10
36e4a962 table: reveal green_right green_05
75491199 france: engineers 1 workshop_rotate1_left
5564970c france: rotate 1
773c28ca france: done
36371406 ~ remark BA-040 | criteria=automa_06; actions=automa_03
01328783 ~ remark BA-050a | how=@production.no_system
aabbbe36 ~ remark BA-058 | colour=@colour.green; steps=#2
f58cd1cc ~ remark BA-060c | structure=@structure.base
b5fea068 ~ decide BA-068 patent_places
9913432f ~ valid BA-068 : -
bbe6bbe1 ~ choose -
f57d04da ~ decide BA-073 work_places
a52c3417 ~ valid BA-073 : -
672e59c6 ~ choose -
094ef2ec ~ remark BA-043 | action=@kind.workshop
c169af80 @14 undo
cfef7987 @15 turn
d1243bd3 ? tile: automa_03
ed653b50 ? contract: green_10
b979f62f ? contract: green_05
cfcd7e1e table: turn
38d9c905 table: show automa_03
6a121cd8 france: engineers 1 contract_office_one_right
638fc0b6 france: discard green_13
814a6dc7 france: discard green_09
ccce7c7d france: energy +2
0337f675 table: reveal green_left green_10
2f823858 table: reveal green_right green_05
77885c29 france: engineers 1 workshop_rotate1_left
f1ed7a44 france: rotate 1
0eaaf64f france: done
f7626390 ~ remark BA-040 | criteria=automa_06; actions=automa_03
e75ea311 ~ remark BA-050a | how=@production.no_system
1a018733 ~ remark BA-058 | colour=@colour.green; steps=#2
2938821e ~ remark BA-060c | structure=@structure.base
440ec404 ~ decide BA-068 patent_places
10772da6 ~ valid BA-068 : -
7c78c27c ~ choose -
43898fcf ~ decide BA-073 work_places
970341e8 ~ valid BA-073 : -
23f7ccc9 ~ choose -
2d4c4c74 ~ remark BA-043 | action=@kind.workshop
9f72e32f @16 told
08924ba6 > usa: engineers 1 contract_office_two_right
9f83ee03 > usa: take red_10
a71470f2 > usa: done
4132ac54 ? contract: red_12
4f0d266c usa: engineers 1 contract_office_two_right
ae7d87f2 usa: take red_10
493dd1c4 usa: done
8bfb7365 + table: reveal red_left red_12
a4c9c3ad @17 undo
d68a7c29 @18 undo
87c607d0 @19 redo
957462d3 @20 told
607a6601 > usa: engineers 1 machinery_shop_both_left
5263c8c0 > usa: vp +1
06899a19 > usa: done
302127bc usa: engineers 1 machinery_shop_both_left
c091cbb2 usa: vp +1
1f63a728 usa: done
b88f710c @21 turn
7edbd250 ? tile: automa_17
5e909fc5 table: turn
d29cb564 table: show automa_17
059050a8 france: engineers 1 workshop_rotate3_left
c9ce4450 france: rotate 1
4a2b9acf france: done
e607e762 ~ remark BA-040 | criteria=automa_03; actions=automa_17
7a625a70 ~ remark BA-050a | how=@production.no_system
1054b213 ~ decide BA-053 placements
67116e17 ~ valid BA-054 : -
c5185a20 ~ choose -
414522e9 ~ remark BA-060c | structure=@structure.base
22456f18 ~ remark BA-060c | structure=@structure.building
c6f4b276 ~ remark BA-043 | action=@kind.workshop
eaf29a8b @22 told
05491aea > usa: engineers 2 company_board
f4f1a279 > usa: base 7U
6ccbca15 > usa: done
62246c0d usa: engineers 2 company_board
f2b21306 usa: base 7U
68f4deb7 usa: done
3186f986 @23 turn
f5c58301 ? tile: automa_16
5dc6bc42 ? contract: red_12
22c6ab36 ? contract: red_04
b3ab2e43 table: turn
b083aadb table: show automa_16
befdf4d8 france: engineers 1 contract_office_two_right
8b237070 france: discard red_10
895b48cc france: discard red_06
dae2949d france: energy +2
9847bf13 table: reveal red_left red_12
e54e3de6 table: reveal red_right red_04
c5072f79 france: engineers 1 company_board
87ab7603 france: wheel 0 2 0 adv1_wild
5630fc0d france: rotate 1
4b474d5c france: powerhouse P7.1
66dfe3c9 france: done
d943f14d ~ remark BA-040 | criteria=automa_17; actions=automa_16
12e8f2a6 ~ remark BA-050a | how=@production.no_system
6eb3fe30 ~ remark BA-058 | colour=@colour.red; steps=#2
8d5f2f91 ~ remark BA-063 | structure=@structure.powerhouse; tile=@tech.adv1_wild
c239843a ~ decide BA-080 powerhouses
d411d0fe ~ valid BA-061 : *
044635c6 ~ narrow BA-081 : P7
0cf7b488 ~ choose P7
ac9df7f6 ~ remark BA-009 | asked=#2; left=#1
85da97ec @24 told
9509eb92 > usa: engineers 2 company_board
b33cf355 > usa: powerhouse P7.2
dc4b1598 > usa: done
41c6d0c1 usa: engineers 2 company_board
dec4373a usa: powerhouse P7.2
221ba181 usa: done
6e29f97b @25 told
abfccb7e > usa: engineers 1 machinery_shop_excavator_right
efddc5d9 > usa: vp +1
eb99339e > usa: done
a7c75309 usa: engineers 1 machinery_shop_excavator_right
6ad17d42 usa: vp +1
6580fc63 usa: done
f6384367 @26 told
d0addbf5 > usa: engineers 1 patent_office_2
24e802b6 > usa: patent adv1_conduit
f1bc9a44 > usa: done
45034da2 ? patent_tile: adv1_powerhouse
612659c4 ? patent_tile: adv1_elevation
6a178dda ? patent_tile: adv2_wild
b6b38aa8 ? work_tile: work_a3
1380ca46 ? work_tile: work_a2
d14aa22f ? work_tile: work_b2
5b38a20a usa: engineers 1 patent_office_2
ee02a9b8 usa: patent adv1_conduit
fb058297 usa: done
7f3d1e38 + table: water phase
b632b0ee + usa: scores energy_place 2
ee0c9e84 + france: scores energy_place 6
7ff96548 + france: scores energy_track 3
5589ae5f + france: scores bonus_tile 5
a85e523d + table: round ends
016d9fb6 + table: patent 1 adv1_powerhouse
d7dd75bf + table: patent 2 adv1_elevation
154d682a + table: patent 3 adv2_wild
1a90feba + table: work 1 work_a3
93ef2b07 + table: work 2 work_a2
ac645be8 + table: work 3 work_b2
fdccc7f7 @27 turn
b529f954 table: headstreams
7477c9d0 ~ remark BR-025
3b07ee35 @28 told
42922856 > usa: engineers 2 machinery_shop_excavator_left
168cae0a > usa: vp +1
d12e18f7 > usa: done
d2d5e1ff usa: engineers 2 machinery_shop_excavator_left
91dfa05d usa: vp +1
a48b8089 usa: done
a521b38b @29 turn
623bed29 ? tile: automa_08
3a610c7d ? contract: yellow_03
884b072d ? contract: yellow_04
218f9bcf table: turn
bb29e702 table: show automa_08
e57d101d france: engineers 1 contract_office_one_left
d6a3cd10 france: discard yellow_13
99927fc1 france: discard yellow_15
50012adc france: energy +2
ed519f47 table: reveal yellow_left yellow_03
a38d803c table: reveal yellow_right yellow_04
d22c1685 france: engineers 1 machinery_shop_both_left
f2259953 france: vp -3
ddac8e63 france: mixer +1
4ea4cdff france: done
3c02eccb ~ remark BA-040 | criteria=automa_16; actions=automa_08
e9904085 ~ remark BA-050c | energy=#3; value=#7; how=@production.no_contract
cdd567de ~ remark BA-058 | colour=@colour.yellow; steps=#2
50d0ed83 ~ remark BA-060d | structure=@structure.elevation
de5515a6 ~ remark BA-060c | structure=@structure.powerhouse
cc5bee2a ~ remark BA-043 | action=@kind.machinery_shop
454beee4 @30 told
8edd1709 > usa: engineers 2 turbine_station_plus2_left
de66ced4 > usa: produce 4A/4L 1 3
52588bc4 > usa: fulfil yellow_05
6fb90b37 > usa: done
c9967e5d usa: engineers 2 turbine_station_plus2_left
43d8688e usa: produce 4A/4L 1 3
ba973499 usa: fulfil yellow_05
f0e5a62d usa: done
2cad05b2 + france: vp +2
bdefad54 @31 turn
928e7af1 ? tile: automa_20
3856847f table: turn
39baaa7b table: show automa_20
e898d23e france: engineers 2 company_board
53090dd1 france: wheel 0 3 0 basic_powerhouse
5bbcabcb france: rotate 1
b7c09eb2 france: powerhouse P12.1
25dd9f73 france: done
0338a5f2 ~ remark BA-040 | criteria=automa_08; actions=automa_20
9cfb3e9b ~ remark BA-050a | how=@production.no_system
f8548d26 ~ remark BA-063 | structure=@structure.powerhouse; tile=@tech.basic_powerhouse
f2b9f99f ~ decide BA-080 powerhouses
11385b8e ~ valid BA-061 : P5 P6 P8 P9 P10 P11 P12
d070eaf0 ~ narrow BA-081 : -
716d7898 ~ narrow BA-099 : P8 P9 P10 P11 P12
2aca043c ~ narrow BA-097 : -
0ec9bb89 ~ narrow BA-098 : -
35f9661f ~ narrow BA-083 : P12 | code=12
c91e5550 ~ choose P12
8014cd42 @32 told
1fb0ad67 > usa: engineers 2 external_works_1
91172d97 > usa: work work_a2
dfa14686 > usa: done
a16302c0 usa: engineers 2 external_works_1
54bb9db2 usa: work work_a2
61106fee usa: done
db5f652e @33 turn
68fedd23 ? tile: automa_15
bae90ffa table: turn
c3194267 table: show automa_15
42b4a436 france: engineers 1 patent_office_1
a55152b0 france: vp -2
c20bb70c france: patent adv1_powerhouse
7fb8d717 france: done
faae2705 ~ remark BA-040 | criteria=automa_20; actions=automa_15
8068305c ~ remark BA-050a | how=@production.no_system
24cdb54e ~ remark BA-060b | structure=@structure.powerhouse
d4fb9d85 ~ decide BA-068 patent_places
63882a1c ~ valid BA-068 : 1 3
0ab22d6c ~ narrow BA-R15 : 1
f60c8a88 ~ choose 1
cf96522d ~ remark BA-047 | vp=#2; tile=@tech.adv1_powerhouse
d91cf785 @34 told
7832b68a > usa: engineers 1 company_board
c7b10a05 > usa: base 5L
f7ac179d > usa: done
139f5308 usa: engineers 1 company_board
1610b6d6 usa: base 5L
c3bfedb5 usa: done
f86efdb5 @35 turn
03888c0e ? tile: automa_18
af0f26ee table: turn
a0ede1f2 table: show automa_18
11f76f48 france: engineers 2 machinery_shop_excavator_right
4798899c france: vp -5
584328ba france: excavator +1
03e4a617 france: mixer +1
041fc419 france: done
ff257c80 ~ remark BA-040 | criteria=automa_15; actions=automa_18
69be85c3 ~ remark BA-050a | how=@production.no_system
e198f36c ~ decide BA-053 placements
a667c9b9 ~ valid BA-054 : -
f219834f ~ choose -
44ee4ac7 ~ remark BA-060c | structure=@structure.base
59b9eb3e ~ remark BA-060c | structure=@structure.building
a4aa1684 ~ decide BA-073 work_places
b57de163 ~ valid BA-073 : -
384e17c4 ~ choose -
25adf541 ~ remark BA-043 | action=@kind.machinery_shop
9d45268a @36 told
7ea55327 > usa: engineers 2 turbine_station_zero_left
7bcaf9fc > usa: energy +1
0df6e70e > usa: done
327b3a4a usa: engineers 2 turbine_station_zero_left
6b67b3dc usa: energy +1
800299f5 usa: done
3d1b4859 @37 turn
eb5a628b ? tile: automa_04
ea56d59a table: turn
5f90ef40 table: show automa_04
d46deaa5 france: engineers 1 machinery_shop_both_right
6d03f7cd france: vp -2
65398b3b france: excavator +1
d1ba6c67 france: done
cc1bd185 ~ remark BA-040 | criteria=automa_18; actions=automa_04
a1249c57 ~ remark BA-050a | how=@production.no_system
8d5179f3 ~ remark BA-060c | structure=@structure.base
1f72ddbb ~ remark BA-043 | action=@kind.machinery_shop
3d4f365e @38 told
b395d3ef > usa: engineers 2 bank_1
3678e1f7 > usa: vp +1
cea49e71 > usa: done
0c32d335 usa: engineers 2 bank_1
8c6c8201 usa: vp +1
256b13b8 usa: done
0ed305dd @39 turn
fe0251dd ? tile: automa_19
044827e7 table: turn
01692a76 table: show automa_19
be87bd10 france: engineers 1 patent_office_2
9c8350ff france: vp -2
3f068c1e france: patent adv2_wild
0697c751 france: done
1c2cf22e ~ remark BA-040 | criteria=automa_04; actions=automa_19
2c30a2da ~ remark BA-050a | how=@production.no_system
89bd1f07 ~ remark BA-060b | structure=@structure.conduit
c91f0697 ~ remark BA-060c | structure=@structure.building
cf68d061 ~ decide BA-068 patent_places
77b3b5e6 ~ valid BA-068 : 3
d97d233f ~ choose 3
e4c62e06 ~ remark BA-047 | vp=#2; tile=@tech.adv2_wild
b26159a0 @40 told
5de66267 > usa: engineers 1 company_board
940b0dbc > usa: building energy_relay_field 1
3755f2c4 > usa: done
ac10d5b6 usa: engineers 1 company_board
c74c7509 usa: building energy_relay_field 1
c13f6fc0 usa: done');
INSERT INTO "entries" VALUES('tyoe82nKc0Sh_D6BNcSr_A',41,'fa410c0f @41 undo');
INSERT INTO "entries" VALUES('tyoe82nKc0Sh_D6BNcSr_A',42,'13564f3c @42 redo');
INSERT INTO "entries" VALUES('-3kVPwas57IKUKkjFwTpVQ',0,'soloist-save 1 tapestry
3d40a40b setup level = 2
a488c0a3 setup mode = automa
90f49393 setup civilization = conquerors
b30bf0aa setup civilization2 = none
0670fa64 setup shadow_favorite = science
40d58513 setup first = bots
ca891a14 setup starred_cards = removed
6ab38d2b setup tech = time_travel light_bulb lithium_ion_battery
5d299e5d setup chance = app
49fa4fe6 setup seed = 9
c9155a6e setup shadow_deck = keep
9c2f0de6 setup shadow_reshuffle = own_turn
360d01b6 setup shadow_reconsider = if_needed
5faa7f16 setup goal_hex = exempt
f1bc2fd7 setup no_path = furthest
6b30b8d2 setup regress = benefit
6da7af87 setup extra_vp = in_score_vp
97c61a27 setup progress_card = each_action
0e45f44d @1 card
f5e285e4 ? join: 12
42185373 table: join 12
1f77590a automa: income
1f8aa7d3 automa: tapestry
0b5ab31e @2 card
23ea37da ? decision: 2
077dd172 ? decision: 1
a567ec26 table: pair 2 1
315422fa @3 card
abd0492d ? decision: 12
0c98139d ? decision: 6
3ab6effe table: pair 12 6
635f8ad5 @4 card
9424e800 ? decision: 3
cc7c3dac ? decision: 7
b9507ba5 table: pair 3 7
575e9bc2 @5 card
8318b1a6 ? decision: 5
a054fefe ? decision: 4
784587d7 table: pair 5 4
ae9c609d @6 card
2f1f885f automa: income');
INSERT INTO "entries" VALUES('-3kVPwas57IKUKkjFwTpVQ',7,'fe726628 @7 undo');
INSERT INTO "entries" VALUES('-3kVPwas57IKUKkjFwTpVQ',8,'646dfaf2 @8 redo');
CREATE TABLE tables (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	share VARCHAR(32), 
	created FLOAT NOT NULL, 
	changed FLOAT NOT NULL, 
	entries INTEGER NOT NULL, 
	ending VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (share)
);
INSERT INTO "tables" VALUES('duPM_HFDAgKtqFpczjWs4w','v1-terra_mystica-digital-take_favor','terra_mystica','digital',NULL,1.7947641691061263084e+09,1.79476416911086797713e+09,14,'7d5926f5 end 14');
INSERT INTO "tables" VALUES('tyoe82nKc0Sh_D6BNcSr_A','v1-barrage-leeghwater','barrage','table','l_aYtGlI5mKMwLFwcYupwQ',1.79476416934384942055e+09,1.79476416936338376995e+09,42,'691037bc end 42');
INSERT INTO "tables" VALUES('-3kVPwas57IKUKkjFwTpVQ','v1-tapestry-cards','tapestry','cards',NULL,1.79476416957604503633e+09,1.79476416957965397838e+09,8,'24e073fe end 8');
CREATE INDEX ix_tables_changed ON tables (changed);
COMMIT;
