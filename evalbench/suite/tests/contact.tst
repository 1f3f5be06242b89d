# Contact of all kinds, money play without the cube.

# Prime against prime.

501 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(3) 7(2) 6(3) 5(3) 4(2)] play 61
#= 24/23 13/7 +0.1471 ± 0.0176, 144 trials
#= 13/7 5/4 -0.0205 ± 0.0165, 144 trials, 7.0 JSD
#= 13/6 -0.0450 ± 0.0161, 144 trials, 8.1 JSD
#= 13/7 6/5 -0.0668 ± 0.0158, 144 trials, 9.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 502
#? [24/23 13/7]
502 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(3) 7(2) 6(3) 5(3) 4(2)] play 43
#= 6/2 5/2 +0.0190 ± 0.0059, 1296 trials
#= 13/9 6/3 -0.0038 ± 0.0065, 1296 trials, 2.6 JSD
#= 13/9 5/2 -0.0308 ± 0.0091, 684 trials, 4.6 JSD
#= 13/6 -0.0474 ± 0.0109, 396 trials, 5.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 503
#? [6/2 5/2 | 13/9 6/3]
504 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(3) 7(2) 6(3) 5(3) 4(2)] play 21
#= 24/23 24/22 +0.2688 ± 0.0061, 1296 trials
#= 24/22 13/12 +0.2508 ± 0.0059, 1296 trials, 2.1 JSD
#= 24/22 5/4 +0.2405 ± 0.0062, 1296 trials, 3.3 JSD
#= 24/22 6/5 +0.2030 ± 0.0117, 396 trials, 5.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 505
#? [24/23 24/22 | 24/22 13/12]
505 [X 24 22 9(2) 8(2) 7(2) 6(3) 5(2) 4(2) O 24 23 8(2) 7(2) 6(4) 5(3) 4(2)] play 63
#= 22/16 6/3 +0.8530 ± 0.0204, 144 trials
#= 22/13 +0.7385 ± 0.0148, 144 trials, 4.5 JSD
#= 9/3 6/3 +0.5921 ± 0.0179, 144 trials, 9.6 JSD
#= 22/16 9/6 +0.2932 ± 0.0174, 144 trials, 20.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 506
#? [22/16 6/3]*
506 [X 24 22 9(2) 8(2) 7(2) 6(3) 5(2) 4(2) O 24 23 8(2) 7(2) 6(4) 5(3) 4(2)] play 41
#= 24/23 6/2* +0.4264 ± 0.0151, 216 trials
#= 6/1* +0.3328 ± 0.0164, 216 trials, 4.2 JSD
#= 6/2*/1* +0.2244 ± 0.0217, 144 trials, 7.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 507
#? [24/23 6/2*]
507 [X 24 22 9(2) 8(2) 7(2) 6(3) 5(2) 4(2) O 24 23 8(2) 7(2) 6(4) 5(3) 4(2)] play 52
#= 24/22 6/1* +0.4757 ± 0.0105, 360 trials
#= 24/22 9/4 +0.4323 ± 0.0094, 360 trials, 3.1 JSD
#= 9/7 9/4 +0.1404 ± 0.0187, 144 trials, 15.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 508
#? [24/22 6/1*]*
508 [X 24(2) 10 8(2) 7(3) 6(3) 5(2) 4(2) O 24 22 13 8(2) 7(2) 6(3) 5(3) 4(2)] play 31
#= 24/23 6/3* -0.0889 ± 0.0155, 288 trials
#= 10/9 6/3* -0.1821 ± 0.0144, 288 trials, 4.4 JSD
#= 7/3* -0.2068 ± 0.0154, 216 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 509
#? [24/23 6/3*]
509 [X 24(2) 10 8(2) 7(3) 6(3) 5(2) 4(2) O 24 22 13 8(2) 7(2) 6(3) 5(3) 4(2)] play 64
#= 10/4 7/3* -0.3539 ± 0.0210, 144 trials
#= 10/6 7/1* -0.5574 ± 0.0158, 144 trials, 7.8 JSD
#= 10/4 6/2 -0.5634 ± 0.0158, 144 trials, 8.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 510
#? [10/4 7/3*]
510 [X 24(2) 10 8(2) 7(3) 6(3) 5(2) 4(2) O 24 22 13 8(2) 7(2) 6(3) 5(3) 4(2)] play 53
#= 8/3* 6/3 -0.0701 ± 0.0178, 144 trials
#= 10/5 6/3* -0.2978 ± 0.0187, 144 trials, 8.8 JSD
#= 7/2 6/3* -0.3907 ± 0.0191, 144 trials, 12.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 511
#? [8/3* 6/3]

# Holding games.

511 [X 20(2) 13(3) 8(3) 6(5) 4(2) O 24(2) 13(5) 8(3) 6(5)] play 65
#= 20/9 +0.4322 ± 0.0114, 360 trials
#= 20/15 20/14 +0.3943 ± 0.0099, 360 trials, 2.5 JSD
#= 13/2 +0.3773 ± 0.0107, 360 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 512
#? [20/9 | 20/15 20/14]
512 [X 20(2) 13(3) 8(3) 6(5) 4(2) O 24(2) 13(5) 8(3) 6(5)] play 41
#= 13/9 6/5 +0.4314 ± 0.0108, 360 trials
#= 13/8 +0.4051 ± 0.0092, 360 trials, 1.9 JSD
#= 8/4 6/5 +0.3938 ± 0.0108, 360 trials, 2.5 JSD
#= 13/9 8/7 +0.3796 ± 0.0109, 360 trials, 3.4 JSD
#= 8/3 +0.3708 ± 0.0107, 360 trials, 4.0 JSD
#= 6/5 6/2 +0.3264 ± 0.0158, 180 trials, 5.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 513
#? [13/9 6/5 | 13/8 | 8/4 6/5]
514 [X 18(2) 13(4) 8(3) 6(4) 5(2) O 21(2) 13(4) 8(3) 6(4) 5(2)] play 66
#= 13/7(4) +0.2762 ± 0.0132, 180 trials
#= 13/7(3) 8/2 +0.1912 ± 0.0144, 180 trials, 4.4 JSD
#= 13/1(2) +0.1710 ± 0.0122, 144 trials, 5.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 515
#? [13/7(4)]
516 [X 18(2) 13(4) 8(3) 6(4) 5(2) O 21(2) 13(4) 8(3) 6(4) 5(2)] play 21
#= 6/3 +0.0940 ± 0.0092, 360 trials
#= 8/5 +0.0699 ± 0.0084, 360 trials, 1.9 JSD
#= 13/11 6/5 +0.0676 ± 0.0094, 360 trials, 2.0 JSD
#= 13/10 +0.0329 ± 0.0113, 252 trials, 4.2 JSD
#= 13/11 8/7 +0.0279 ± 0.0127, 180 trials, 4.2 JSD
#= 5/2 -0.0960 ± 0.0152, 144 trials, 10.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 517
#? [6/3 | 8/5 | 13/11 6/5]
518 [X 20(2) 13(2) 8(3) 7 6(4) 4(3) O 20(2) 13(3) 8(3) 6(5) 4(2)] play 43
#= 7/3 4/1 +0.0866 ± 0.0076, 360 trials
#= 7/3 6/3 +0.0619 ± 0.0077, 360 trials, 2.3 JSD
#= 7/4 6/2 +0.0337 ± 0.0095, 252 trials, 4.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 519
#? [7/3 4/1 | 7/3 6/3]
519 [X 20(2) 13(2) 8(3) 7 6(4) 4(3) O 20(2) 13(3) 8(3) 6(5) 4(2)] play 55
#= 20/10(2) +0.4007 ± 0.0118, 144 trials
#= 20/15(2) 13/8(2) +0.2684 ± 0.0135, 144 trials, 7.4 JSD
#= 20/15(2) 8/3 7/2 +0.2530 ± 0.0139, 144 trials, 8.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 520
#? [20/10(2)]

# Blitzes, and how to meet them.
524 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] play 33
#= 6/3(2) 4/1*(2) +0.9857 ± 0.0109, 360 trials
#= 24/21 13/10 6/3(2) +0.9457 ± 0.0113, 360 trials, 2.6 JSD
#= 24/21(2) 6/3(2) +0.9286 ± 0.0119, 360 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 525
#? [6/3(2) 4/1*(2) | 24/21 13/10 6/3(2)]
525 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] play 61
#= 13/7 8/7 +0.7158 ± 0.0116, 360 trials
#= 24/18 6/5 +0.7117 ± 0.0113, 360 trials, 0.3 JSD
#= 8/1* +0.6658 ± 0.0116, 360 trials, 3.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 526
#? [13/7 8/7 | 24/18 6/5]
527 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] play 42
#= 24/22 8/4 +1.2203 ± 0.0109, 360 trials
#= 13/11 8/4 +1.2038 ± 0.0118, 360 trials, 1.0 JSD
#= 8/6 8/4 +1.2029 ± 0.0110, 360 trials, 1.1 JSD
#= 8/4 6/4 +1.1660 ± 0.0109, 360 trials, 3.5 JSD
#= 13/9 6/4 +1.1483 ± 0.0139, 288 trials, 4.1 JSD
#= 24/20 6/4 +1.1325 ± 0.0126, 288 trials, 5.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 528
#? [24/22 8/4 | 13/11 8/4 | 8/6 8/4]
528 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] play 55
#= 13/3(2) +0.7944 ± 0.0180, 144 trials
#= 13/3 13/8 6/1 +0.6327 ± 0.0165, 144 trials, 6.6 JSD
#= 13/3 8/3(2) +0.5955 ± 0.0210, 144 trials, 7.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 529
#? [13/3(2)]
529 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] play 64
#= 13/7 8/4 +1.2853 ± 0.0105, 324 trials
#= 24/18 8/4 +1.2231 ± 0.0112, 324 trials, 4.1 JSD
#= 8/4 8/2 +1.1723 ± 0.0162, 144 trials, 5.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 530
#? [13/7 8/4]
530 [X bar 24 13(5) 8(3) 6(5) O 24(2) 13(3) 8(2) 6(3) 5(3) 3(2)] play 21
#= bar/23 24/23 -0.4338 ± 0.0163, 144 trials
#= bar/24 13/11 -0.5528 ± 0.0164, 144 trials, 5.2 JSD
#= bar/24 6/4 -0.5976 ± 0.0179, 144 trials, 6.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 531
#? [bar/23 24/23]
531 [X bar 24 13(5) 8(3) 6(5) O 24(2) 13(3) 8(2) 6(3) 5(3) 3(2)] play 41
#= bar/24 13/9 -0.5296 ± 0.0139, 216 trials
#= bar/24 6/2 -0.6236 ± 0.0147, 216 trials, 4.7 JSD
#= bar/24 8/4 -0.6693 ± 0.0166, 144 trials, 6.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 532
#? [bar/24 13/9]
532 [X bar 24 13(5) 8(3) 6(5) O 24(2) 13(3) 8(2) 6(3) 5(3) 3(2)] play 44
#= bar/21 13/9(3) -0.5140 ± 0.0135, 252 trials
#= bar/21 13/9(2) 6/2 -0.6017 ± 0.0160, 252 trials, 4.2 JSD
#= bar/21 8/4(3) -0.6307 ± 0.0169, 144 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 533
#? [bar/21 13/9(3)]
533 [X 24(2) 13(4) 8(2) 6(4) 5 4(2) O bar 22 13(5) 8(3) 6(5)] play 42
#= 13/9 5/3* +0.4451 ± 0.0109, 360 trials
#= 24/20 5/3* +0.4215 ± 0.0107, 360 trials, 1.5 JSD
#= 8/4 5/3* +0.3324 ± 0.0191, 144 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 534
#? [13/9 5/3* | 24/20 5/3*]
534 [X 24(2) 13(4) 8(2) 6(4) 5 4(2) O bar 22 13(5) 8(3) 6(5)] play 62
#= 13/5 +0.5552 ± 0.0187, 144 trials
#= 13/7 5/3* +0.4450 ± 0.0192, 144 trials, 4.1 JSD
#= 24/18 5/3* +0.4163 ± 0.0195, 144 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 535
#? [13/5]
535 [X 24(2) 13(4) 8(2) 6(4) 5 4(2) O bar 22 13(5) 8(3) 6(5)] play 51
#= 8/3* 6/5 +0.6310 ± 0.0125, 360 trials
#= 13/8 6/5 +0.5773 ± 0.0113, 360 trials, 3.2 JSD
#= 6/5 6/1 +0.3517 ± 0.0198, 144 trials, 11.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 536
#? [8/3* 6/5]

# Back games, from either side.
537 [X 24(2) 22(2) 13(2) 8(3) 6(4) 5(2) O 11(2) 8(3) 7(2) 6(3) 5(3) 4(2)] play 65
#= 13/7 8/3 -0.5947 ± 0.0112, 360 trials
#= 13/8 13/7 -0.6047 ± 0.0110, 360 trials, 0.6 JSD
#= 8/3 8/2 -0.6128 ± 0.0110, 360 trials, 1.2 JSD
#= 13/2 -0.6209 ± 0.0107, 360 trials, 1.7 JSD
#= 13/7 6/1 -0.6595 ± 0.0111, 360 trials, 4.1 JSD
#= 8/2 6/1 -0.7100 ± 0.0170, 144 trials, 5.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 538
#? [13/7 8/3 | 13/8 13/7 | 8/3 8/2 | 13/2]
539 [X 11(2) 8(3) 7(2) 6(3) 5(3) 4(2) O 24(2) 22(2) 13(2) 8(3) 6(4) 5(2)] play 65
#= 8/2 7/2 +0.5111 ± 0.0123, 360 trials
#= 11/6 11/5 +0.5048 ± 0.0124, 360 trials, 0.4 JSD
#= 11/6 8/2 +0.4867 ± 0.0133, 360 trials, 1.3 JSD
#= 11/5 7/2 +0.3180 ± 0.0196, 144 trials, 8.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 540
#? [8/2 7/2 | 11/6 11/5 | 11/6 8/2]
542 [X 9(2) 8(2) 7(2) 6(3) 5(3) 4(3) O 23(2) 22(2) 6(3) 5(3) 4(3) 3(2)] play 61
#= 7/6 7/1 +0.6909 ± 0.0136, 144 trials
#= 8/1 +0.3510 ± 0.0193, 144 trials, 14.4 JSD
#= 7/1 5/4 +0.2988 ± 0.0153, 144 trials, 19.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 543
#? [7/6 7/1]
543 [X 9(2) 8(2) 7(2) 6(3) 5(3) 4(3) O 23(2) 22(2) 6(3) 5(3) 4(3) 3(2)] play 54
#= 9/5 9/4 +0.6803 ± 0.0128, 144 trials
#= 6/1 5/1 +0.5601 ± 0.0148, 144 trials, 6.1 JSD
#= 9/5 6/1 +0.5154 ± 0.0124, 144 trials, 9.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 544
#? [9/5 9/4]
544 [X 9(2) 8(2) 7(2) 6(3) 5(3) 4(3) O 23(2) 22(2) 6(3) 5(3) 4(3) 3(2)] play 33
#= 9/6(2) 8/5(2) +0.6950 ± 0.0087, 360 trials
#= 9/6(2) 7/4(2) +0.6945 ± 0.0086, 360 trials, 0.0 JSD
#= 8/5(2) 7/4(2) +0.6786 ± 0.0088, 360 trials, 1.3 JSD
#= 7/1(2) +0.6443 ± 0.0083, 360 trials, 4.2 JSD
#= 9/6 7/1 7/4 +0.3987 ± 0.0151, 144 trials, 17.0 JSD
#= 9/6 8/5(2) 4/1 +0.3517 ± 0.0153, 144 trials, 19.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 545
#? [9/6(2) 8/5(2) | 9/6(2) 7/4(2) | 8/5(2) 7/4(2)]

# Ace-point games, from either side.

545 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 61
#= 6/off 5/4 +0.9788 ± 0.0057, 360 trials
#= 6/off 4/3 +0.9538 ± 0.0062, 360 trials, 3.0 JSD
#= 6/5 6/off +0.6924 ± 0.0122, 144 trials, 21.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 546
#? [6/off 5/4 | 6/off 4/3]
546 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 52
#= 6/4 5/off +0.9758 ± 0.0091, 144 trials
#= 5/off 4/2 +0.8147 ± 0.0097, 144 trials, 12.1 JSD
#= 5/3 5/off +0.6394 ± 0.0101, 144 trials, 24.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 547
#? [6/4 5/off]
547 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 43
#= 6/3 4/off +0.9683 ± 0.0096, 144 trials
#= 6/2 5/2 +0.8838 ± 0.0081, 144 trials, 6.7 JSD
#= 5/2 4/off +0.8131 ± 0.0101, 144 trials, 11.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 548
#? [6/3 4/off]
548 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 21
#= 6/3 +0.9977 ± 0.0086, 144 trials
#= 6/4 5/4 +0.9229 ± 0.0085, 144 trials, 6.2 JSD
#= 6/5 4/2 +0.9157 ± 0.0113, 144 trials, 5.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 549
#? [6/3]
550 [X 6(2) 5(2) 4(2) 3(2) 2 off(6) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 41
#= 6/5 6/2 +1.0084 ± 0.0102, 144 trials
#= 4/3 4/off +0.5955 ± 0.0149, 144 trials, 22.9 JSD
#= 6/2 5/4 +0.3569 ± 0.0126, 144 trials, 40.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 551
#? [6/5 6/2]
551 [X 6(2) 5(2) 4(2) 3(2) 2 off(6) O 24(2) 6(4) 5(4) 4(3) 3(2)] play 11
#= 5/2 5/4 +1.0829 ± 0.0062, 360 trials
#= 6/5(2) 3/2(2) +1.0573 ± 0.0079, 360 trials, 2.6 JSD
#= 4/2(2) +0.9807 ± 0.0135, 144 trials, 6.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 552
#? [5/2 5/4 | 6/5(2) 3/2(2)]
552 [X 24(2) 8(2) 7 6(3) 5(3) 4(2) 3(2) O 8(2) 6(4) 5(4) 4(3) 3(2)] play 61
#= 8/7 8/2 -0.8432 ± 0.0054, 360 trials
#= 8/2 3/2 -0.8643 ± 0.0054, 360 trials, 2.8 JSD
#= 8/2 5/4 -0.8670 ± 0.0054, 360 trials, 3.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 553
#? [8/7 8/2 | 8/2 3/2]
553 [X 24(2) 8(2) 7 6(3) 5(3) 4(2) 3(2) O 8(2) 6(4) 5(4) 4(3) 3(2)] play 43
#= 6/2 5/2 -0.8546 ± 0.0062, 360 trials
#= 8/4 5/2 -0.8692 ± 0.0061, 360 trials, 1.7 JSD
#= 8/5 8/4 -0.8808 ± 0.0057, 360 trials, 3.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 554
#? [6/2 5/2 | 8/4 5/2]

# Bearing off against a checker on the bar or an anchor.

554 [X 6(2) 5(2) 4(2) 3 off(8) O bar 6(4) 5(4) 4(3) 3(2) 2] play 61
#= 6/5 6/off +0.5954 ± 0.0138, 144 trials
#= 6/off 3/2 +0.1475 ± 0.0137, 144 trials, 23.0 JSD
#= 6/off 4/3 +0.1269 ± 0.0158, 144 trials, 22.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 555
#? [6/5 6/off]
555 [X 6(2) 5(2) 4(2) 3 off(8) O bar 6(4) 5(4) 4(3) 3(2) 2] play 51
#= 5/4 5/off +0.5080 ± 0.0122, 144 trials
#= 6/5 6/1 +0.2629 ± 0.0169, 144 trials, 11.7 JSD
#= 5/off 3/2 +0.1393 ± 0.0130, 144 trials, 20.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 556
#? [5/4 5/off]
556 [X 6(2) 5(2) 4(2) 3 off(8) O bar 6(4) 5(4) 4(3) 3(2) 2] play 21
#= 3/off +0.9806 ± 0.0074, 252 trials
#= 5/4 5/3 +0.9322 ± 0.0088, 252 trials, 4.2 JSD
#= 6/5 6/4 +0.5926 ± 0.0143, 144 trials, 24.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 557
#? [3/off]
557 [X 6(4) 5(4) 4(3) 2(2) 1(2) O 22(2) 6(4) 5(4) 4(3) 3(2)] play 64
#= 6/off 4/off +0.9201 ± 0.0047, 360 trials
#= 6/2 6/off +0.9101 ± 0.0040, 360 trials, 1.6 JSD
#= 6/off 5/1 +0.8973 ± 0.0045, 360 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 558
#? [6/off 4/off | 6/2 6/off]
560 [X 6(3) 5(3) 4(2) 3(2) 2(2) 1(2) off O bar 6(4) 5(4) 4(3) 3(2) 2] play 62
#= 6/off 5/3 +0.9957 ± 0.0042, 144 trials
#= 6/4 6/off +0.5862 ± 0.0065, 144 trials, 53.0 JSD
#= 6/off 4/2 +0.4467 ± 0.0086, 144 trials, 57.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 561
#? [6/off 5/3]
561 [X 6(3) 5(3) 4(2) 3(2) 2(2) 1(2) off O bar 6(4) 5(4) 4(3) 3(2) 2] play 21
#= 6/4 5/4 +0.9982 ± 0.0029, 144 trials
#= 6/3 +0.9514 ± 0.0054, 144 trials, 7.6 JSD
#= 4/3 4/2 +0.9256 ± 0.0064, 144 trials, 10.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 562
#? [6/4 5/4]
562 [X 6(3) 5(3) 4(2) 3(2) 2(2) 1(2) off O bar 6(4) 5(4) 4(3) 3(2) 2] play 54
#= 6/2 5/off +0.9820 ± 0.0039, 324 trials
#= 6/1 5/1 +0.9566 ± 0.0044, 324 trials, 4.4 JSD
#= 6/2 6/1 +0.5360 ± 0.0064, 144 trials, 59.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 563
#? [6/2 5/off]
563 [X 13 8(2) 7(2) 6(2) 5(2) 4(2) 3(2) 2(2) O bar 2(2) 1(2) off(10)] play 31
#= 13/10 2/1 -0.3035 ± 0.0095, 144 trials
#= 13/10 8/7 -0.3875 ± 0.0079, 144 trials, 6.8 JSD
#= 13/12 8/5 -0.3886 ± 0.0076, 144 trials, 7.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 564
#? [13/10 2/1]
564 [X 13 8(2) 7(2) 6(2) 5(2) 4(2) 3(2) 2(2) O bar 2(2) 1(2) off(10)] play 64
#= 13/7 8/4 -0.4284 ± 0.0049, 360 trials
#= 13/9 8/2 -0.4390 ± 0.0055, 360 trials, 1.4 JSD
#= 8/4 8/2 -0.4525 ± 0.0048, 360 trials, 3.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 565
#? [13/7 8/4 | 13/9 8/2]

# Saving the gammon, without contact.

566 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] play 62
#= 12/6 8/6 -1.2257 ± 0.0009, 144 trials
#= 12/6 10/8 -1.2973 ± 0.0011, 144 trials, 50.6 JSD
#= 10/4 8/6 -1.3039 ± 0.0018, 144 trials, 39.0 JSD
#= 12/6 4/2 -1.3071 ± 0.0008, 144 trials, 67.2 JSD
#= 12/6 5/3 -1.3188 ± 0.0007, 144 trials, 82.1 JSD
#= 12/4 -1.3648 ± 0.0012, 144 trials, 94.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 567
#? [12/6 8/6]
567 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] play 41
#= 12/11 10/6 -1.4096 ± 0.0012, 216 trials
#= 10/6 4/3 -1.4164 ± 0.0009, 144 trials, 4.6 JSD
#= 10/6 8/7 -1.4176 ± 0.0016, 216 trials, 4.0 JSD
#= 12/7 -1.4636 ± 0.0023, 144 trials, 20.7 JSD
#= 10/5 -1.4740 ± 0.0017, 144 trials, 31.1 JSD
#= 10/6 5/4 -1.4743 ± 0.0015, 144 trials, 33.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 568
#? [12/11 10/6]
568 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] play 53
#= 10/5 8/5 -1.3068 ± 0.0013, 144 trials
#= 12/9 10/5 -1.3239 ± 0.0020, 144 trials, 7.2 JSD
#= 12/7 10/7 -1.3298 ± 0.0015, 144 trials, 11.5 JSD
#= 12/7 8/5 -1.3334 ± 0.0011, 144 trials, 15.7 JSD
#= 12/7 4/1 -1.3651 ± 0.0019, 144 trials, 25.2 JSD
#= 12/4 -1.3658 ± 0.0009, 144 trials, 37.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 569
#? [10/5 8/5]
569 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] play 64
#= 12/6 10/6 -1.1103 ± 0.0006, 144 trials
#= 12/6 8/4 -1.2247 ± 0.0013, 144 trials, 78.7 JSD
#= 10/6 8/2 -1.2448 ± 0.0009, 144 trials, 121.7 JSD
#= 12/8 10/4 -1.2960 ± 0.0013, 144 trials, 132.1 JSD
#= 12/6 5/1 -1.2963 ± 0.0011, 144 trials, 146.3 JSD
#= 10/4 8/4 -1.3043 ± 0.0019, 144 trials, 95.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 570
#? [12/6 10/6]
570 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] play 31
#= 10/6 -1.4740 ± 0.0017, 144 trials
#= 10/9 8/5 -1.5299 ± 0.0022, 144 trials, 20.5 JSD
#= 12/11 10/7 -1.5396 ± 0.0017, 144 trials, 27.6 JSD
#= 12/11 8/5 -1.5398 ± 0.0015, 144 trials, 29.8 JSD
#= 12/9 8/7 -1.5430 ± 0.0029, 144 trials, 20.8 JSD
#= 8/5 4/3 -1.5518 ± 0.0013, 144 trials, 37.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 571
#? [10/6]
571 [X 7(2) 6(5) 5(4) 4(4) O 2 1(3) off(11)] play 21
#= 7/6 5/3 -1.1867 ± 0.0001, 360 trials
#= 7/5 4/3 -1.1867 ± 0.0000, 360 trials, 0.0 JSD
#= 7/6 4/2 -1.1867 ± 0.0001, 360 trials, 0.0 JSD
#= 7/6 7/5 -1.1867 ± 0.0000, 360 trials, 0.0 JSD
#= 7/4 -1.3063 ± 0.0020, 144 trials, 60.1 JSD
#= 7/5 6/5 -1.3063 ± 0.0023, 144 trials, 51.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 572
#? [7/6 5/3 | 7/5 4/3 | 7/6 4/2 | 7/6 7/5]
572 [X 7(2) 6(5) 5(4) 4(4) O 2 1(3) off(11)] play 31
#= 7/3 -1.1867 ± 0.0001, 360 trials
#= 7/6 4/1 -1.1867 ± 0.0008, 360 trials, 0.0 JSD
#= 7/6 5/2 -1.1867 ± 0.0002, 360 trials, 0.0 JSD
#= 7/6 7/4 -1.1867 ± 0.0000, 360 trials, 0.0 JSD
#= 7/4 5/4 -1.3063 ± 0.0019, 144 trials, 62.9 JSD
#= 7/4 6/5 -1.3063 ± 0.0023, 144 trials, 52.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 573
#? [7/3 | 7/6 4/1 | 7/6 5/2 | 7/6 7/4]
573 [X 7(2) 6(5) 5(4) 4(4) O 2 1(3) off(11)] play 53
#= 7/4 7/2 -1.1389 ± 0.0000, 360 trials
#= 7/2 4/1 -1.1389 ± 0.0000, 360 trials, 0.0 JSD
#= 7/2 6/3 -1.1389 ± 0.0005, 360 trials, 0.0 JSD
#= 7/4 6/1 -1.1867 ± 0.0013, 144 trials, 37.4 JSD
#= 7/2 5/2 -1.1867 ± 0.0000, 144 trials, 1242.2 JSD
#= 6/1 5/2 -1.8565 ± 0.0003, 144 trials, 2420.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 574
#? [7/4 7/2 | 7/2 4/1 | 7/2 6/3]
574 [X 7(2) 6(5) 5(4) 4(4) O 2 1(3) off(11)] play 51
#= 7/6 7/2 -1.1389 ± 0.0000, 360 trials
#= 7/2 4/3 -1.1389 ± 0.0005, 360 trials, 0.0 JSD
#= 7/2 5/4 -1.1867 ± 0.0003, 144 trials, 172.1 JSD
#= 7/2 6/5 -1.1867 ± 0.0001, 144 trials, 562.8 JSD
#= 7/1 -1.1867 ± 0.0013, 144 trials, 37.4 JSD
#= 6/1 4/3 -1.8565 ± 0.0004, 144 trials, 1801.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 575
#? [7/6 7/2 | 7/2 4/3]
575 [X 13 8 7 6(5) 5(4) 4(3) O 3 2(2) 1(3) off(9)] play 61
#= 13/6 -1.2107 ± 0.0015, 144 trials
#= 13/7 4/3 -1.2243 ± 0.0019, 144 trials, 5.7 JSD
#= 13/7 8/7 -1.2589 ± 0.0015, 144 trials, 23.0 JSD
#= 13/7 5/4 -1.2683 ± 0.0028, 144 trials, 18.2 JSD
#= 13/7 6/5 -1.2687 ± 0.0023, 144 trials, 21.3 JSD
#= 8/2 7/6 -1.2825 ± 0.0009, 144 trials, 42.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 576
#? [13/6]
576 [X 13 8 7 6(5) 5(4) 4(3) O 3 2(2) 1(3) off(9)] play 52
#= 13/6 -1.2109 ± 0.0014, 144 trials
#= 13/8 7/5 -1.2403 ± 0.0013, 144 trials, 15.2 JSD
#= 13/11 8/3 -1.2571 ± 0.0011, 144 trials, 25.2 JSD
#= 13/8 4/2 -1.2755 ± 0.0010, 144 trials, 36.3 JSD
#= 8/6 7/2 -1.2816 ± 0.0009, 144 trials, 41.6 JSD
#= 8/3 7/5 -1.2940 ± 0.0009, 144 trials, 48.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 577
#? [13/6]
577 [X 13 8 7 6(5) 5(4) 4(3) O 3 2(2) 1(3) off(9)] play 43
#= 13/6 -1.2112 ± 0.0015, 144 trials
#= 13/9 8/5 -1.2322 ± 0.0007, 144 trials, 13.0 JSD
#= 13/9 4/1 -1.2419 ± 0.0012, 144 trials, 16.3 JSD
#= 13/10 7/3 -1.2592 ± 0.0009, 144 trials, 27.9 JSD
#= 13/9 7/4 -1.2645 ± 0.0012, 144 trials, 28.3 JSD
#= 13/10 8/4 -1.2714 ± 0.0012, 144 trials, 32.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 578
#? [13/6]

# Back games on the two and four points, from either side.

578 [X 23(2) 21(2) 13(2) 8(2) 7 6(3) 5(2) 4 O 10(2) 9(2) 8(3) 7(2) 6(3) 5(2) 3] play 62
#= 13/7 6/4 -0.4464 ± 0.0074, 684 trials
#= 13/11 13/7 -0.4899 ± 0.0074, 684 trials, 4.2 JSD
#= 13/7 8/6 -0.5137 ± 0.0096, 360 trials, 5.5 JSD
#= 13/5 -0.5235 ± 0.0114, 288 trials, 5.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 579
#? [13/7 6/4]
579 [X 23(2) 21(2) 13(2) 8(2) 7 6(3) 5(2) 4 O 10(2) 9(2) 8(3) 7(2) 6(3) 5(2) 3] play 54
#= 13/4 -0.4891 ± 0.0053, 1296 trials
#= 8/4 8/3 -0.4906 ± 0.0053, 1296 trials, 0.2 JSD
#= 8/3 7/3 -0.5029 ± 0.0050, 1296 trials, 1.9 JSD
#= 13/9 13/8 -0.5128 ± 0.0051, 1296 trials, 3.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 580
#? [13/4 | 8/4 8/3 | 8/3 7/3]
581 [X 10(2) 9(2) 8(3) 7(2) 6(3) 5(2) 3 O 23(2) 21(2) 13(2) 8(2) 7 6(3) 5(2) 4] play 64
#= 7/3 7/1 +0.4665 ± 0.0053, 1296 trials
#= 9/5 9/3 +0.4650 ± 0.0057, 1296 trials, 0.2 JSD
#= 10/6 9/3 +0.3566 ± 0.0175, 144 trials, 6.0 JSD
#= 9/3 7/3 +0.2805 ± 0.0173, 144 trials, 10.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 582
#? [7/3 7/1 | 9/5 9/3]
582 [X 10(2) 9(2) 8(3) 7(2) 6(3) 5(2) 3 O 23(2) 21(2) 13(2) 8(2) 7 6(3) 5(2) 4] play 51
#= 10/9 10/5 +0.4787 ± 0.0053, 1296 trials
#= 10/9 8/3 +0.4618 ± 0.0057, 1296 trials, 2.2 JSD
#= 8/3 6/5 +0.4374 ± 0.0067, 972 trials, 4.8 JSD
#= 9/3 +0.4365 ± 0.0073, 828 trials, 4.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 583
#? [10/9 10/5 | 10/9 8/3]
583 [X 10(2) 9(2) 8(3) 7(2) 6(3) 5(2) 3 O 23(2) 21(2) 13(2) 8(2) 7 6(3) 5(2) 4] play 32
#= 8/3 +0.4848 ± 0.0056, 1296 trials
#= 10/8 10/7 +0.4774 ± 0.0055, 1296 trials, 0.9 JSD
#= 9/7 6/3 +0.4159 ± 0.0097, 432 trials, 6.2 JSD
#= 10/8 6/3 +0.3929 ± 0.0148, 180 trials, 5.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 584
#? [8/3 | 10/8 10/7]

# Back games with no time left, from either side.

586 [X 22(2) 21(2) 6(3) 5(3) 4(3) 3(2) O 8(2) 7(2) 6(3) 5(3) 2(3) 1(2)] play 61
#= 21/14 -0.6615 ± 0.0037, 1296 trials
#= 21/15 4/3 -0.6690 ± 0.0035, 1296 trials, 1.5 JSD
#= 21/15 5/4 -0.6830 ± 0.0037, 1224 trials, 4.1 JSD
#= 21/15 6/5 -0.6861 ± 0.0041, 1008 trials, 4.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 587
#? [21/14 | 21/15 4/3]
587 [X 22(2) 21(2) 6(3) 5(3) 4(3) 3(2) O 8(2) 7(2) 6(3) 5(3) 2(3) 1(2)] play 32
#= 5/2 4/2 -0.4038 ± 0.0068, 396 trials
#= 6/3 4/2 -0.4444 ± 0.0069, 396 trials, 4.2 JSD
#= 6/4 5/2 -0.4597 ± 0.0104, 144 trials, 4.5 JSD
#= 6/1 -0.4934 ± 0.0107, 144 trials, 7.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 588
#? [5/2 4/2]
588 [X 8(2) 7(2) 6(3) 5(3) 2(3) 1(2) O 22(2) 21(2) 6(3) 5(3) 4(3) 3(2)] play 61
#= 8/7 8/2 +0.5446 ± 0.0093, 216 trials
#= 7/6 7/1 +0.4895 ± 0.0088, 216 trials, 4.3 JSD
#= 8/1 +0.0906 ± 0.0136, 144 trials, 27.5 JSD
#= 7/1 2/1 +0.0783 ± 0.0140, 144 trials, 27.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 589
#? [8/7 8/2]
589 [X 8(2) 7(2) 6(3) 5(3) 2(3) 1(2) O 22(2) 21(2) 6(3) 5(3) 4(3) 3(2)] play 42
#= 7/1 +0.0859 ± 0.0047, 1296 trials
#= 8/2 +0.0850 ± 0.0044, 1296 trials, 0.1 JSD
#= 7/5 6/2 +0.0418 ± 0.0070, 540 trials, 5.2 JSD
#= 8/6 5/1 +0.0091 ± 0.0135, 180 trials, 5.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 590
#? [7/1 | 8/2]
590 [X 8(2) 7(2) 6(3) 5(3) 2(3) 1(2) O 22(2) 21(2) 6(3) 5(3) 4(3) 3(2)] play 33
#= 8/2(2) +0.5236 ± 0.0130, 144 trials
#= 8/2 5/2(2) -0.8246 ± 0.0143, 144 trials, 69.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 591
#? [8/2(2)]

# Containing a checker that was hit late.

591 [X 13(2) 10 8(2) 7(2) 6(3) 5(3) 4(2) O 22 3(2) 2(2) 1(2) off(8)] play 61
#= 10/3* -0.1438 ± 0.0105, 144 trials
#= 13/12 10/4 -0.3879 ± 0.0104, 144 trials, 16.5 JSD
#= 13/6 -0.4221 ± 0.0099, 144 trials, 19.2 JSD
#= 13/12 13/7 -0.4361 ± 0.0094, 144 trials, 20.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 592
#? [10/3*]
592 [X 13(2) 10 8(2) 7(2) 6(3) 5(3) 4(2) O 22 3(2) 2(2) 1(2) off(8)] play 32
#= 6/3* 5/3 +0.0066 ± 0.0142, 144 trials
#= 13/11 6/3* -0.1393 ± 0.0144, 144 trials, 7.2 JSD
#= 10/7 5/3* -0.1404 ± 0.0142, 144 trials, 7.3 JSD
#= 13/10 5/3* -0.1553 ± 0.0106, 144 trials, 9.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 593
#? [6/3* 5/3]
593 [X 13(2) 10 8(2) 7(2) 6(3) 5(3) 4(2) O 22 3(2) 2(2) 1(2) off(8)] play 41
#= 13/9 10/9 -0.0035 ± 0.0095, 144 trials
#= 8/3* -0.3057 ± 0.0123, 144 trials, 19.4 JSD
#= 7/6 7/3* -0.3471 ± 0.0117, 144 trials, 22.7 JSD
#= 10/9 7/3* -0.3739 ± 0.0129, 144 trials, 23.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 594
#? [13/9 10/9]
594 [X 14 12 9(2) 8(2) 7(2) 6(3) 5(2) 4 3 O bar 4(2) 3(3) 2(3) 1(2) off(4)] play 31
#= 14/11 4/3 +0.3131 ± 0.0072, 288 trials
#= 12/9 4/3 +0.2701 ± 0.0074, 288 trials, 4.2 JSD
#= 12/11 6/3 +0.2036 ± 0.0114, 144 trials, 8.2 JSD
#= 14/13 6/3 +0.2003 ± 0.0106, 144 trials, 8.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 595
#? [14/11 4/3]
595 [X 14 12 9(2) 8(2) 7(2) 6(3) 5(2) 4 3 O bar 4(2) 3(3) 2(3) 1(2) off(4)] play 62
#= 9/3 6/4 +0.5951 ± 0.0028, 1116 trials
#= 12/4 +0.5782 ± 0.0030, 1116 trials, 4.1 JSD
#= 14/8 6/4 +0.5690 ± 0.0039, 756 trials, 5.4 JSD
#= 12/10 9/3 +0.0866 ± 0.0104, 144 trials, 47.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 596
#? [9/3 6/4]
596 [X 14 12 9(2) 8(2) 7(2) 6(3) 5(2) 4 3 O bar 4(2) 3(3) 2(3) 1(2) off(4)] play 43
#= 8/4 6/3 +0.4843 ± 0.0089, 144 trials
#= 7/4 7/3 +0.3278 ± 0.0110, 144 trials, 11.1 JSD
#= 14/10 6/3 +0.2177 ± 0.0094, 144 trials, 20.5 JSD
#= 12/8 6/3 +0.2061 ± 0.0108, 144 trials, 19.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 597
#? [8/4 6/3]
597 [X 13(2) 9 8(2) 7(2) 6(3) 5(3) 4(2) O 23 6(2) 5(2) 3(2) 2(2) 1(2) off(4)] play 53
#= 13/10 13/8 +0.4350 ± 0.0071, 288 trials
#= 13/10 9/4 +0.3918 ± 0.0067, 288 trials, 4.4 JSD
#= 13/5 +0.3769 ± 0.0084, 180 trials, 5.3 JSD
#= 13/8 9/6 +0.3660 ± 0.0084, 180 trials, 6.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 598
#? [13/10 13/8]

# Coming home against the ace point.

598 [X 9 8 7 6(3) 5(3) 4(3) 3(2) 2 O 24(2) 8 7 6(3) 5(3) 4(3) 3(2)] play 62
#= 9/7 8/2 +0.9237 ± 0.0029, 1296 trials
#= 8/2 7/5 +0.9210 ± 0.0034, 1296 trials, 0.6 JSD
#= 9/3 4/2 +0.6312 ± 0.0117, 144 trials, 24.2 JSD
#= 8/2 5/3 +0.5929 ± 0.0121, 144 trials, 26.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 599
#? [9/7 8/2 | 8/2 7/5]
599 [X 9 8 7 6(3) 5(3) 4(3) 3(2) 2 O 24(2) 8 7 6(3) 5(3) 4(3) 3(2)] play 51
#= 9/8 7/2 +0.9230 ± 0.0066, 216 trials
#= 7/2 6/5 +0.8769 ± 0.0072, 216 trials, 4.7 JSD
#= 7/2 4/3 +0.8345 ± 0.0097, 144 trials, 7.6 JSD
#= 7/2 5/4 +0.8242 ± 0.0085, 144 trials, 9.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 600
#? [9/8 7/2]
