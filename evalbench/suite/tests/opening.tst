# Opening plays and replies to them, money play without the cube.

# The fifteen rolls that begin a game.

101 start play 21
#= 13/11 6/5 +0.0079 ± 0.0066, 1296 trials
#= 24/23 13/11 +0.0022 ± 0.0060, 1296 trials, 0.6 JSD
#= 13/10 -0.0162 ± 0.0062, 1296 trials, 2.7 JSD
#= 24/21 -0.0226 ± 0.0057, 1296 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 102
#? [13/11 6/5 | 24/23 13/11 | 13/10]
102 start play 31
#= 8/5 6/5 +0.1312 ± 0.0176, 144 trials
#= 13/9 -0.0180 ± 0.0174, 144 trials, 6.0 JSD
#= 24/23 13/10 -0.0316 ± 0.0160, 144 trials, 6.9 JSD
#= 24/20 -0.0339 ± 0.0184, 144 trials, 6.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 103
#? [8/5 6/5]
103 start play 41
#= 24/23 13/9 +0.0068 ± 0.0062, 1296 trials
#= 13/9 6/5 -0.0117 ± 0.0061, 1296 trials, 2.1 JSD
#= 13/8 -0.0264 ± 0.0058, 1296 trials, 3.9 JSD
#= 24/23 24/20 -0.0338 ± 0.0063, 1080 trials, 4.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 104
#? [24/23 13/9 | 13/9 6/5]
104 start play 51
#= 24/23 13/8 +0.0096 ± 0.0055, 1296 trials
#= 13/8 6/5 -0.0036 ± 0.0061, 1296 trials, 1.6 JSD
#= 24/18 -0.0235 ± 0.0060, 1260 trials, 4.1 JSD
#= 13/7 -0.0427 ± 0.0093, 504 trials, 4.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 105
#? [24/23 13/8 | 13/8 6/5]
105 start play 61
#= 13/7 8/7 +0.0934 ± 0.0172, 144 trials
#= 24/23 24/18 -0.0342 ± 0.0139, 144 trials, 5.8 JSD
#= 13/6 -0.0396 ± 0.0183, 144 trials, 5.3 JSD
#= 24/23 13/7 -0.0539 ± 0.0169, 144 trials, 6.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 106
#? [13/7 8/7]
106 start play 32
#= 24/21 13/11 +0.0008 ± 0.0059, 1296 trials
#= 24/22 13/10 -0.0038 ± 0.0057, 1296 trials, 0.6 JSD
#= 13/11 13/10 -0.0100 ± 0.0063, 1296 trials, 1.3 JSD
#= 24/22 24/21 -0.0257 ± 0.0056, 1296 trials, 3.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 107
#? [24/21 13/11 | 24/22 13/10 | 13/11 13/10]
107 start play 42
#= 8/4 6/4 +0.1007 ± 0.0142, 180 trials
#= 24/22 13/9 +0.0065 ± 0.0142, 180 trials, 4.7 JSD
#= 24/20 13/11 +0.0059 ± 0.0160, 180 trials, 4.4 JSD
#= 13/11 13/9 -0.0145 ± 0.0177, 144 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 108
#? [8/4 6/4]
108 start play 52
#= 24/22 13/8 +0.0135 ± 0.0059, 1296 trials
#= 13/11 13/8 -0.0001 ± 0.0062, 1296 trials, 1.6 JSD
#= 13/8 6/4 -0.0230 ± 0.0062, 1152 trials, 4.3 JSD
#= 13/6 -0.0675 ± 0.0126, 288 trials, 5.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 109
#? [24/22 13/8 | 13/11 13/8]
109 start play 62
#= 24/18 13/11 +0.0196 ± 0.0060, 1296 trials
#= 13/5 -0.0113 ± 0.0058, 1296 trials, 3.7 JSD
#= 24/16 -0.0137 ± 0.0061, 1296 trials, 3.9 JSD
#= 13/11 13/7 -0.0338 ± 0.0085, 720 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 110
#? [24/18 13/11]
110 start play 43
#= 24/21 13/9 +0.0200 ± 0.0064, 1296 trials
#= 24/20 13/10 +0.0062 ± 0.0057, 1296 trials, 1.6 JSD
#= 13/10 13/9 +0.0056 ± 0.0062, 1296 trials, 1.6 JSD
#= 24/21 24/20 +0.0027 ± 0.0058, 1296 trials, 2.0 JSD
#= 13/6 -0.0454 ± 0.0106, 360 trials, 5.3 JSD
#= 13/9 8/5 -0.0829 ± 0.0178, 144 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 111
#? [24/21 13/9 | 24/20 13/10 | 13/10 13/9 | 24/21 24/20]
111 start play 53
#= 8/3 6/3 +0.0713 ± 0.0081, 684 trials
#= 24/21 13/8 +0.0245 ± 0.0078, 684 trials, 4.2 JSD
#= 13/10 13/8 +0.0027 ± 0.0116, 396 trials, 4.8 JSD
#= 24/16 -0.0146 ± 0.0134, 252 trials, 5.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 112
#? [8/3 6/3]
112 start play 63
#= 24/18 13/10 +0.0003 ± 0.0062, 1296 trials
#= 24/15 -0.0051 ± 0.0058, 1296 trials, 0.6 JSD
#= 24/21 13/7 -0.0143 ± 0.0061, 1296 trials, 1.7 JSD
#= 24/21 24/18 -0.0642 ± 0.0129, 216 trials, 4.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 113
#? [24/18 13/10 | 24/15 | 24/21 13/7]
113 start play 54
#= 24/20 13/8 +0.0366 ± 0.0059, 1296 trials
#= 13/9 13/8 +0.0190 ± 0.0059, 1296 trials, 2.1 JSD
#= 24/15 -0.0084 ± 0.0084, 648 trials, 4.4 JSD
#= 13/4 -0.0202 ± 0.0097, 504 trials, 5.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 114
#? [24/20 13/8 | 13/9 13/8]
114 start play 64
#= 8/2 6/2 +0.0135 ± 0.0060, 1296 trials
#= 24/14 +0.0105 ± 0.0057, 1296 trials, 0.4 JSD
#= 24/18 13/9 -0.0020 ± 0.0062, 1296 trials, 1.8 JSD
#= 24/20 13/7 -0.0273 ± 0.0065, 1188 trials, 4.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 115
#? [8/2 6/2 | 24/14 | 24/18 13/9]
115 start play 65
#= 24/13 +0.0675 ± 0.0075, 756 trials
#= 24/18 13/8 +0.0233 ± 0.0079, 756 trials, 4.0 JSD
#= 13/8 13/7 -0.0435 ± 0.0181, 144 trials, 5.7 JSD
#= 13/2 -0.0743 ± 0.0168, 144 trials, 7.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 116
#? [24/13]

# After 31 8/5 6/5: the opponent has made the five point.

201 [31 8/5 6/5] play 11
#= 24/22 6/5(2) -0.0034 ± 0.0103, 360 trials
#= 8/7(2) 6/5(2) -0.0054 ± 0.0116, 360 trials, 0.1 JSD
#= 24/23 6/5(3) -0.0638 ± 0.0119, 360 trials, 3.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 202
#? [24/22 6/5(2) | 8/7(2) 6/5(2)]
202 [31 8/5 6/5] play 22
#= 24/22(2) 6/4(2) +0.0035 ± 0.0099, 360 trials
#= 13/11(2) 6/4(2) -0.0050 ± 0.0136, 360 trials, 0.5 JSD
#= 24/22 13/11 6/4(2) -0.0485 ± 0.0110, 360 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 203
#? [24/22(2) 6/4(2) | 13/11(2) 6/4(2)]
204 [31 8/5 6/5] play 44
#= 13/5(2) +0.0072 ± 0.0151, 180 trials
#= 13/9(2) 6/2(2) -0.0949 ± 0.0155, 180 trials, 4.7 JSD
#= 13/9(2) 8/4(2) -0.1185 ± 0.0172, 144 trials, 5.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 205
#? [13/5(2)]
205 [31 8/5 6/5] play 55
#= 13/3(2) -0.1366 ± 0.0175, 144 trials
#= 13/3 8/3(2) -0.3043 ± 0.0157, 144 trials, 7.1 JSD
#= 13/3 13/8(2) -0.3610 ± 0.0183, 144 trials, 8.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 206
#? [13/3(2)]
206 [31 8/5 6/5] play 66
#= 24/18(2) 13/7(2) +0.3113 ± 0.0170, 144 trials
#= 24/18(2) 8/2(2) +0.0351 ± 0.0141, 144 trials, 12.5 JSD
#= 24/18 13/7(3) -0.0527 ± 0.0174, 144 trials, 15.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 207
#? [24/18(2) 13/7(2)]
207 [31 8/5 6/5] play 21
#= 24/23 13/11 -0.2205 ± 0.0112, 360 trials
#= 24/21 -0.2512 ± 0.0110, 360 trials, 2.0 JSD
#= 24/23 24/22 -0.2655 ± 0.0112, 360 trials, 2.8 JSD
#= 13/10 -0.2702 ± 0.0116, 360 trials, 3.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 208
#? [24/23 13/11 | 24/21 | 24/23 24/22]
208 [31 8/5 6/5] play 41
#= 24/23 13/9 -0.2377 ± 0.0134, 360 trials
#= 13/9 6/5 -0.2866 ± 0.0119, 360 trials, 2.7 JSD
#= 13/8 -0.2883 ± 0.0112, 360 trials, 2.9 JSD
#= 24/23 6/2 -0.3430 ± 0.0151, 144 trials, 5.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 209
#? [24/23 13/9 | 13/9 6/5 | 13/8]
210 [31 8/5 6/5] play 64
#= 24/14 -0.2190 ± 0.0118, 360 trials
#= 8/2 6/2 -0.2308 ± 0.0108, 360 trials, 0.7 JSD
#= 24/18 13/9 -0.2405 ± 0.0111, 360 trials, 1.3 JSD
#= 13/3 -0.3345 ± 0.0190, 180 trials, 5.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 211
#? [24/14 | 8/2 6/2 | 24/18 13/9]
211 [31 8/5 6/5] play 65
#= 24/13 -0.1494 ± 0.0138, 216 trials
#= 24/18 13/8 -0.2328 ± 0.0137, 216 trials, 4.3 JSD
#= 13/8 13/7 -0.2999 ± 0.0193, 144 trials, 6.3 JSD
#= 13/2 -0.3579 ± 0.0171, 144 trials, 9.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 212
#? [24/13]

# After 62 24/18 13/11: the opponent has split to the bar point.
223 [62 24/18 13/11] play 33
#= 13/7*(2) +0.1510 ± 0.0109, 360 trials
#= 13/7* 8/5(2) +0.1155 ± 0.0118, 360 trials, 2.2 JSD
#= 13/7* 6/3(2) +0.1035 ± 0.0104, 360 trials, 3.2 JSD
#= 24/21(2) 13/7* +0.0696 ± 0.0116, 288 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 224
#? [13/7*(2) | 13/7* 8/5(2)]
224 [62 24/18 13/11] play 44
#= 24/20(2) 13/9(2) +0.1921 ± 0.0130, 216 trials
#= 24/20(2) 6/2(2) +0.1148 ± 0.0132, 216 trials, 4.2 JSD
#= 24/16(2) +0.1051 ± 0.0128, 216 trials, 4.8 JSD
#= 24/20(2) 8/4(2) +0.0662 ± 0.0176, 144 trials, 5.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 225
#? [24/20(2) 13/9(2)]
225 [62 24/18 13/11] play 55
#= 8/3(2) 6/1*(2) +0.1732 ± 0.0126, 360 trials
#= 13/8(2) 6/1*(2) +0.1659 ± 0.0103, 360 trials, 0.5 JSD
#= 13/3 6/1*(2) +0.0646 ± 0.0139, 216 trials, 5.8 JSD
#= 13/3 8/3 6/1* +0.0560 ± 0.0183, 144 trials, 5.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 226
#? [8/3(2) 6/1*(2) | 13/8(2) 6/1*(2)]
226 [62 24/18 13/11] play 66
#= 24/18(2) 13/7*(2) +0.3694 ± 0.0120, 360 trials
#= 13/7*/1*(2) +0.3163 ± 0.0103, 360 trials, 3.4 JSD
#= 24/18 13/7*(3) +0.2455 ± 0.0189, 144 trials, 5.5 JSD
#= 24/18(2) 13/7*/1* +0.2017 ± 0.0133, 144 trials, 9.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 227
#? [24/18(2) 13/7*(2)]
227 [62 24/18 13/11] play 61
#= 13/7* 8/7 +0.0771 ± 0.0167, 180 trials
#= 24/23 13/7* -0.0433 ± 0.0162, 180 trials, 5.2 JSD
#= 13/7*/6 -0.0592 ± 0.0180, 144 trials, 5.6 JSD
#= 24/18 8/7* -0.0850 ± 0.0162, 144 trials, 7.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 228
#? [13/7* 8/7]
228 [62 24/18 13/11] play 31
#= 8/5 6/5 -0.0253 ± 0.0101, 360 trials
#= 13/10 8/7* -0.0672 ± 0.0131, 360 trials, 2.5 JSD
#= 24/21 8/7* -0.0697 ± 0.0116, 360 trials, 2.9 JSD
#= 8/7*/4 -0.1604 ± 0.0207, 144 trials, 5.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 229
#? [8/5 6/5 | 13/10 8/7* | 24/21 8/7*]
229 [62 24/18 13/11] play 64
#= 24/14* +0.0628 ± 0.0118, 360 trials
#= 24/20 13/7* +0.0248 ± 0.0102, 360 trials, 2.4 JSD
#= 13/9 13/7* +0.0050 ± 0.0130, 360 trials, 3.3 JSD
#= 13/7*/3 -0.0894 ± 0.0182, 144 trials, 7.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 230
#? [24/14* | 24/20 13/7*]
230 [62 24/18 13/11] play 43
#= 24/21 13/9 -0.1474 ± 0.0110, 360 trials
#= 24/20 13/10 -0.1650 ± 0.0122, 360 trials, 1.1 JSD
#= 24/21 24/20 -0.1699 ± 0.0099, 360 trials, 1.5 JSD
#= 24/21 8/4 -0.2081 ± 0.0117, 360 trials, 3.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 231
#? [24/21 13/9 | 24/20 13/10 | 24/21 24/20]

# After 43 24/20 13/10: a checker on the opponent's five point, a builder.

241 [43 24/20 13/10] play 11
#= 24/22 6/5*(2) +0.2612 ± 0.0107, 360 trials
#= 24/23 6/5*(3) +0.2341 ± 0.0103, 360 trials, 1.8 JSD
#= 24/23(2) 6/5*(2) +0.2205 ± 0.0123, 360 trials, 2.5 JSD
#= 8/7(2) 6/5*(2) +0.2120 ± 0.0112, 360 trials, 3.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 242
#? [24/22 6/5*(2) | 24/23 6/5*(3) | 24/23(2) 6/5*(2)]
242 [43 24/20 13/10] play 22
#= 13/11(2) 6/4(2) +0.0619 ± 0.0097, 360 trials
#= 24/20(2) +0.0375 ± 0.0097, 360 trials, 1.8 JSD
#= 24/22(2) 6/4(2) +0.0191 ± 0.0102, 360 trials, 3.0 JSD
#= 13/9 6/4(2) -0.0467 ± 0.0178, 144 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 243
#? [13/11(2) 6/4(2) | 24/20(2)]
243 [43 24/20 13/10] play 33
#= 8/5*(2) 6/3(2) +0.3422 ± 0.0111, 360 trials
#= 24/21(2) 8/5*(2) +0.2805 ± 0.0100, 360 trials, 4.1 JSD
#= 24/21 13/10 8/5*(2) +0.2299 ± 0.0224, 144 trials, 4.5 JSD
#= 13/10(2) 8/5*(2) +0.2294 ± 0.0189, 144 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 244
#? [8/5*(2) 6/3(2)]
244 [43 24/20 13/10] play 44
#= 13/5*(2) +0.3080 ± 0.0167, 144 trials
#= 24/20(2) 13/9(2) +0.1635 ± 0.0140, 144 trials, 6.6 JSD
#= 24/20(2) 6/2(2) +0.1288 ± 0.0136, 144 trials, 8.3 JSD
#= 24/20(2) 13/5* +0.1276 ± 0.0134, 144 trials, 8.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 245
#? [13/5*(2)]
245 [43 24/20 13/10] play 55
#= 8/3(2) 6/1*(2) +0.0725 ± 0.0110, 360 trials
#= 13/8(2) 6/1*(2) +0.0484 ± 0.0096, 360 trials, 1.6 JSD
#= 13/3(2) +0.0003 ± 0.0130, 252 trials, 4.2 JSD
#= 13/3 8/3 6/1* -0.0107 ± 0.0166, 144 trials, 4.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 246
#? [8/3(2) 6/1*(2) | 13/8(2) 6/1*(2)]
246 [43 24/20 13/10] play 66
#= 24/18(2) 13/7(2) +0.2532 ± 0.0157, 144 trials
#= 13/1*(2) +0.1249 ± 0.0172, 144 trials, 5.5 JSD
#= 24/18(2) 13/1* +0.0855 ± 0.0158, 144 trials, 7.5 JSD
#= 24/18 13/7(3) +0.0686 ± 0.0201, 144 trials, 7.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 247
#? [24/18(2) 13/7(2)]
247 [43 24/20 13/10] play 31
#= 8/5* 6/5 +0.2034 ± 0.0163, 144 trials
#= 13/10 6/5* -0.0515 ± 0.0209, 144 trials, 9.6 JSD
#= 24/21 6/5* -0.0537 ± 0.0184, 144 trials, 10.5 JSD
#= 24/23 8/5* -0.0945 ± 0.0172, 144 trials, 12.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 248
#? [8/5* 6/5]
248 [43 24/20 13/10] play 21
#= 13/11 6/5* -0.0413 ± 0.0129, 360 trials
#= 24/22 6/5* -0.0597 ± 0.0119, 360 trials, 1.0 JSD
#= 6/5*/3 -0.1214 ± 0.0135, 288 trials, 4.3 JSD
#= 8/5* -0.1448 ± 0.0179, 144 trials, 4.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 249
#? [13/11 6/5* | 24/22 6/5*]
250 [43 24/20 13/10] play 61
#= 13/7 8/7 -0.0775 ± 0.0105, 360 trials
#= 24/18 6/5* -0.0958 ± 0.0116, 360 trials, 1.2 JSD
#= 13/7 6/5* -0.1019 ± 0.0121, 360 trials, 1.5 JSD
#= 24/23 24/18 -0.1914 ± 0.0143, 216 trials, 6.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 251
#? [13/7 8/7 | 24/18 6/5* | 13/7 6/5*]

# After 21 13/11 6/5: a slotted five point.

261 [21 13/11 6/5] play 44
#= 24/20*(2) 13/9(2) +0.4000 ± 0.0135, 360 trials
#= 24/20*(2) 8/4(2) +0.3601 ± 0.0119, 360 trials, 2.2 JSD
#= 24/20*(2) 6/2(2) +0.3321 ± 0.0121, 360 trials, 3.7 JSD
#= 24/20*/16(2) +0.2685 ± 0.0185, 144 trials, 5.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 262
#? [24/20*(2) 13/9(2) | 24/20*(2) 8/4(2)]
263 [21 13/11 6/5] play 64
#= 24/20*/14* +0.3051 ± 0.0221, 144 trials
#= 24/20* 24/18 +0.1236 ± 0.0219, 144 trials, 5.8 JSD
#= 24/20* 13/7 +0.1150 ± 0.0253, 144 trials, 5.7 JSD
#= 24/14* +0.0845 ± 0.0213, 144 trials, 7.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 264
#? [24/20*/14*]
264 [21 13/11 6/5] play 41
#= 24/23 24/20* +0.0998 ± 0.0121, 360 trials
#= 24/20* 6/5 +0.0276 ± 0.0131, 360 trials, 4.1 JSD
#= 24/20* 8/7 +0.0258 ± 0.0139, 324 trials, 4.0 JSD
#= 24/23 13/9 -0.1428 ± 0.0152, 144 trials, 12.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 265
#? [24/23 24/20*]
265 [21 13/11 6/5] play 21
#= 24/23 13/11 -0.1492 ± 0.0113, 360 trials
#= 13/11 6/5 -0.1570 ± 0.0120, 360 trials, 0.5 JSD
#= 24/21 -0.1954 ± 0.0107, 360 trials, 3.0 JSD
#= 24/23 24/22 -0.1981 ± 0.0112, 360 trials, 3.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 266
#? [24/23 13/11 | 13/11 6/5 | 24/21]
267 [21 13/11 6/5] play 43
#= 24/21 24/20* +0.1243 ± 0.0139, 360 trials
#= 24/20* 13/10 +0.1206 ± 0.0125, 360 trials, 0.2 JSD
#= 24/20* 6/3 +0.0139 ± 0.0196, 180 trials, 4.6 JSD
#= 24/20* 8/5 -0.0250 ± 0.0185, 144 trials, 6.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 268
#? [24/21 24/20* | 24/20* 13/10]
268 [21 13/11 6/5] play 31
#= 24/20* +0.0949 ± 0.0191, 144 trials
#= 8/5 6/5 -0.0150 ± 0.0175, 144 trials, 4.2 JSD
#= 24/23 13/10 -0.1616 ± 0.0150, 144 trials, 10.6 JSD
#= 13/9 -0.1798 ± 0.0191, 144 trials, 10.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 269
#? [24/20*]

# After 64 8/2 6/2: the two point made.

281 [64 8/2 6/2] play 22
#= 24/22(2) 6/4(2) +0.1824 ± 0.0106, 360 trials
#= 13/11(2) 6/4(2) +0.1733 ± 0.0104, 360 trials, 0.6 JSD
#= 24/22 13/11 6/4(2) +0.1345 ± 0.0111, 360 trials, 3.1 JSD
#= 13/9 6/4(2) +0.1225 ± 0.0118, 360 trials, 3.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 282
#? [24/22(2) 6/4(2) | 13/11(2) 6/4(2)]
283 [64 8/2 6/2] play 44
#= 24/20(2) 13/9(2) +0.2462 ± 0.0119, 324 trials
#= 13/5(2) +0.1745 ± 0.0116, 324 trials, 4.3 JSD
#= 24/20(2) 8/4(2) +0.1624 ± 0.0112, 252 trials, 5.1 JSD
#= 24/20(2) 6/2(2) +0.1577 ± 0.0125, 216 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 284
#? [24/20(2) 13/9(2)]
284 [64 8/2 6/2] play 55
#= 13/3(2) +0.0362 ± 0.0147, 144 trials
#= 13/3 8/3(2) -0.0870 ± 0.0175, 144 trials, 5.4 JSD
#= 13/3 13/8(2) -0.1285 ± 0.0141, 144 trials, 8.1 JSD
#= 13/8(4) -0.2437 ± 0.0163, 144 trials, 12.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 285
#? [13/3(2)]
285 [64 8/2 6/2] play 66
#= 24/18(2) 13/7(2) +0.3635 ± 0.0137, 144 trials
#= 24/18 13/7(3) +0.1399 ± 0.0160, 144 trials, 10.6 JSD
#= 24/18(2) 8/2(2) +0.1066 ± 0.0153, 144 trials, 12.5 JSD
#= 13/7(4) +0.0435 ± 0.0171, 144 trials, 14.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 286
#? [24/18(2) 13/7(2)]
286 [64 8/2 6/2] play 31
#= 8/5 6/5 +0.0923 ± 0.0161, 144 trials
#= 13/9 -0.0945 ± 0.0186, 144 trials, 7.6 JSD
#= 24/20 -0.1126 ± 0.0179, 144 trials, 8.5 JSD
#= 13/10 6/5 -0.1180 ± 0.0186, 144 trials, 8.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 287
#? [8/5 6/5]
287 [64 8/2 6/2] play 64
#= 8/2 6/2 -0.0650 ± 0.0137, 252 trials
#= 13/9 13/7 -0.1473 ± 0.0149, 252 trials, 4.1 JSD
#= 24/14 -0.1549 ± 0.0144, 180 trials, 4.5 JSD
#= 24/18 13/9 -0.1954 ± 0.0197, 144 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 288
#? [8/2 6/2]
288 [64 8/2 6/2] play 53
#= 8/3 6/3 -0.0209 ± 0.0108, 360 trials
#= 24/21 13/8 -0.0520 ± 0.0106, 360 trials, 2.1 JSD
#= 13/10 13/8 -0.0675 ± 0.0120, 360 trials, 2.9 JSD
#= 13/5 -0.1023 ± 0.0144, 252 trials, 4.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 289
#? [8/3 6/3 | 24/21 13/8 | 13/10 13/8]

# After 52 13/11 13/8: two checkers brought down.

301 [52 13/11 13/8] play 11
#= 8/7(2) 6/5(2) +0.1900 ± 0.0119, 360 trials
#= 24/22 6/5(2) +0.1295 ± 0.0107, 360 trials, 3.8 JSD
#= 24/23(2) 6/5(2) +0.1126 ± 0.0122, 288 trials, 4.5 JSD
#= 24/23 6/5(3) +0.0882 ± 0.0133, 288 trials, 5.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 302
#? [8/7(2) 6/5(2)]
302 [52 13/11 13/8] play 22
#= 13/11(2) 6/4(2) +0.1777 ± 0.0119, 360 trials
#= 24/22(2) 6/4(2) +0.1392 ± 0.0111, 360 trials, 2.4 JSD
#= 24/22 13/11 6/4(2) +0.1071 ± 0.0121, 288 trials, 4.2 JSD
#= 13/9 6/4(2) +0.1023 ± 0.0133, 252 trials, 4.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 303
#? [13/11(2) 6/4(2) | 24/22(2) 6/4(2)]
304 [52 13/11 13/8] play 44
#= 24/20(2) 13/9(2) +0.3192 ± 0.0159, 144 trials
#= 24/20(2) 6/2(2) +0.2255 ± 0.0161, 144 trials, 4.1 JSD
#= 24/20(2) 8/4(2) +0.2194 ± 0.0145, 144 trials, 4.6 JSD
#= 13/5(2) +0.1770 ± 0.0186, 144 trials, 5.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 305
#? [24/20(2) 13/9(2)]
305 [52 13/11 13/8] play 55
#= 13/3(2) +0.0367 ± 0.0159, 144 trials
#= 13/3 8/3(2) -0.0792 ± 0.0196, 144 trials, 4.6 JSD
#= 13/3 13/8(2) -0.1376 ± 0.0172, 144 trials, 7.4 JSD
#= 13/8(4) -0.2197 ± 0.0173, 144 trials, 10.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 306
#? [13/3(2)]
306 [52 13/11 13/8] play 66
#= 24/18(2) 13/7(2) +0.3322 ± 0.0165, 144 trials
#= 24/18 13/7(3) +0.1532 ± 0.0195, 144 trials, 7.0 JSD
#= 24/18(2) 8/2(2) +0.0725 ± 0.0143, 144 trials, 11.9 JSD
#= 13/7(2) 8/2(2) -0.0235 ± 0.0186, 144 trials, 14.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 307
#? [24/18(2) 13/7(2)]
307 [52 13/11 13/8] play 42
#= 8/4 6/4 +0.0349 ± 0.0181, 144 trials
#= 24/22 13/9 -0.0868 ± 0.0227, 144 trials, 4.2 JSD
#= 13/11 13/9 -0.0913 ± 0.0188, 144 trials, 4.8 JSD
#= 24/20 13/11 -0.0919 ± 0.0190, 144 trials, 4.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 308
#? [8/4 6/4]
308 [52 13/11 13/8] play 61
#= 13/7 8/7 +0.0099 ± 0.0178, 144 trials
#= 13/6 -0.1466 ± 0.0146, 144 trials, 6.8 JSD
#= 24/23 24/18 -0.1524 ± 0.0213, 144 trials, 5.8 JSD
#= 24/23 13/7 -0.1569 ± 0.0170, 144 trials, 6.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 309
#? [13/7 8/7]

# After 65 24/13: a back checker has run.
323 [65 24/13] play 55
#= 8/3(2) 6/1*(2) +0.1495 ± 0.0113, 324 trials
#= 13/8(2) 6/1*(2) +0.0821 ± 0.0111, 324 trials, 4.2 JSD
#= 13/3(2) +0.0536 ± 0.0137, 216 trials, 5.4 JSD
#= 13/3 8/3 6/1* +0.0189 ± 0.0162, 180 trials, 6.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 324
#? [8/3(2) 6/1*(2)]
324 [65 24/13] play 66
#= 24/18(2) 13/7(2) +0.3237 ± 0.0145, 144 trials
#= 13/1*(2) +0.1601 ± 0.0182, 144 trials, 7.0 JSD
#= 24/18(2) 8/2(2) +0.1271 ± 0.0132, 144 trials, 10.0 JSD
#= 24/18(2) 13/1* +0.1166 ± 0.0142, 144 trials, 10.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 325
#? [24/18(2) 13/7(2)]
325 [65 24/13] play 31
#= 8/5 6/5 +0.0114 ± 0.0167, 144 trials
#= 13/10 6/5 -0.1502 ± 0.0183, 144 trials, 6.5 JSD
#= 24/21 6/5 -0.1581 ± 0.0187, 144 trials, 6.8 JSD
#= 24/23 13/10 -0.1612 ± 0.0141, 144 trials, 7.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 326
#? [8/5 6/5]
327 [65 24/13] play 52
#= 13/11 13/8 -0.1254 ± 0.0110, 360 trials
#= 24/22 13/8 -0.1309 ± 0.0097, 360 trials, 0.4 JSD
#= 24/22 6/1* -0.1661 ± 0.0109, 360 trials, 2.6 JSD
#= 13/11 6/1* -0.1787 ± 0.0111, 360 trials, 3.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 328
#? [13/11 13/8 | 24/22 13/8 | 24/22 6/1*]

# After 41 24/23 13/9: back checkers apart, a builder.

341 [41 24/23 13/9] play 11
#= 24/22 6/5(2) +0.0843 ± 0.0112, 360 trials
#= 24/23 6/5(3) +0.0580 ± 0.0113, 360 trials, 1.7 JSD
#= 8/5 6/5 +0.0417 ± 0.0112, 360 trials, 2.7 JSD
#= 24/23(2) 6/5(2) +0.0313 ± 0.0110, 360 trials, 3.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 342
#? [24/22 6/5(2) | 24/23 6/5(3) | 8/5 6/5]
342 [41 24/23 13/9] play 22
#= 24/22(2) 6/4(2) +0.1507 ± 0.0115, 360 trials
#= 13/11(2) 6/4(2) +0.1188 ± 0.0105, 360 trials, 2.0 JSD
#= 24/16* +0.1177 ± 0.0106, 360 trials, 2.1 JSD
#= 24/22 13/11 6/4(2) +0.0745 ± 0.0124, 288 trials, 4.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 343
#? [24/22(2) 6/4(2) | 13/11(2) 6/4(2) | 24/16*]
343 [41 24/23 13/9] play 33
#= 24/21(2) 13/10(2) +0.1731 ± 0.0108, 360 trials
#= 24/21(2) 6/3(2) +0.1487 ± 0.0105, 360 trials, 1.6 JSD
#= 13/10(2) 6/3(2) +0.1040 ± 0.0106, 360 trials, 4.6 JSD
#= 8/5(2) 6/3(2) +0.0887 ± 0.0134, 252 trials, 4.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 344
#? [24/21(2) 13/10(2) | 24/21(2) 6/3(2)]
344 [41 24/23 13/9] play 44
#= 24/16* 6/2*(2) +0.3402 ± 0.0111, 360 trials
#= 24/16* 13/9(2) +0.2789 ± 0.0120, 360 trials, 3.8 JSD
#= 8/4(2) 6/2*(2) +0.2759 ± 0.0109, 360 trials, 4.1 JSD
#= 24/16*(2) +0.2453 ± 0.0154, 216 trials, 5.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 345
#? [24/16* 6/2*(2)]
345 [41 24/23 13/9] play 55
#= 8/3(2) 6/1*(2) +0.0979 ± 0.0117, 360 trials
#= 13/8(2) 6/1*(2) +0.0530 ± 0.0115, 360 trials, 2.7 JSD
#= 13/3(2) +0.0521 ± 0.0106, 360 trials, 2.9 JSD
#= 13/3 8/3 6/1* +0.0134 ± 0.0134, 288 trials, 4.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 346
#? [8/3(2) 6/1*(2) | 13/8(2) 6/1*(2) | 13/3(2)]
346 [41 24/23 13/9] play 66
#= 24/18(2) 13/7(2) +0.3633 ± 0.0141, 144 trials
#= 24/18(2) 8/2*(2) +0.1990 ± 0.0163, 144 trials, 7.6 JSD
#= 13/7(2) 8/2*(2) +0.1725 ± 0.0170, 144 trials, 8.6 JSD
#= 24/18 13/7(3) +0.1567 ± 0.0193, 144 trials, 8.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 347
#? [24/18(2) 13/7(2)]
347 [41 24/23 13/9] play 62
#= 24/16* +0.1021 ± 0.0180, 144 trials
#= 24/18 13/11 -0.1299 ± 0.0178, 144 trials, 9.2 JSD
#= 24/22 24/18 -0.1440 ± 0.0189, 144 trials, 9.4 JSD
#= 24/22 8/2* -0.1531 ± 0.0188, 144 trials, 9.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 348
#? [24/16*]
348 [41 24/23 13/9] play 53
#= 24/16* +0.1074 ± 0.0171, 144 trials
#= 8/3 6/3 -0.0663 ± 0.0191, 144 trials, 6.8 JSD
#= 24/21 13/8 -0.0711 ± 0.0187, 144 trials, 7.0 JSD
#= 24/21 6/1* -0.1039 ± 0.0198, 144 trials, 8.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 349
#? [24/16*]
349 [41 24/23 13/9] play 43
#= 24/21 6/2* -0.0726 ± 0.0116, 360 trials
#= 24/21 13/9 -0.1051 ± 0.0124, 360 trials, 1.9 JSD
#= 13/10 13/9 -0.1057 ± 0.0112, 360 trials, 2.0 JSD
#= 24/20 13/10 -0.1414 ± 0.0108, 324 trials, 4.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 350
#? [24/21 6/2* | 24/21 13/9 | 13/10 13/9]
