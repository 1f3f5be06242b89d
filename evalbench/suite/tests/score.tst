# Plays and cube decisions that depend on the score.

# Double match point: gammons do not count.

602 start match 1 0-0 play 41
#= 24/23 13/9 -0.0021 ± 0.0046, 1296 trials
#= 13/9 6/5 -0.0070 ± 0.0051, 1296 trials, 0.7 JSD
#= 24/23 24/20 -0.0108 ± 0.0047, 1296 trials, 1.3 JSD
#= 13/8 -0.0162 ± 0.0045, 1296 trials, 2.2 JSD
#= 24/20 6/5 -0.0289 ± 0.0051, 1296 trials, 3.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 603
#? [24/23 13/9 | 13/9 6/5 | 24/23 24/20 | 13/8]
603 start match 1 0-0 play 51
#= 24/23 13/8 +0.0016 ± 0.0086, 432 trials
#= 24/18 -0.0090 ± 0.0093, 432 trials, 0.8 JSD
#= 13/8 6/5 -0.0193 ± 0.0086, 432 trials, 1.7 JSD
#= 13/7 -0.0453 ± 0.0080, 432 trials, 4.0 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 604
#? [24/23 13/8 | 24/18 | 13/8 6/5]

# Gammon go: a gammon wins the match, and the opponent needs one point.

606 start match 5 3-4 crawford play 21
#= 13/11 6/5 +0.2857 ± 0.0073, 1296 trials
#= 13/10 +0.2673 ± 0.0067, 1296 trials, 1.9 JSD
#= 24/23 13/11 +0.2604 ± 0.0066, 1296 trials, 2.6 JSD
#= 24/21 +0.2260 ± 0.0086, 720 trials, 5.3 JSD
#= 24/22 6/5 +0.1960 ± 0.0127, 360 trials, 6.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 607
#? [13/11 6/5 | 13/10 | 24/23 13/11]
607 start match 5 3-4 crawford play 41
#= 24/23 13/9 +0.2623 ± 0.0067, 1296 trials
#= 13/9 6/5 +0.2457 ± 0.0070, 1296 trials, 1.7 JSD
#= 24/23 24/20 +0.2313 ± 0.0060, 1296 trials, 3.5 JSD
#= 13/8 +0.2280 ± 0.0062, 1296 trials, 3.8 JSD
#= 24/20 6/5 +0.2207 ± 0.0072, 1224 trials, 4.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 608
#? [24/23 13/9 | 13/9 6/5]
608 start match 5 3-4 crawford play 51
#= 24/23 13/8 +0.2554 ± 0.0063, 1296 trials
#= 13/8 6/5 +0.2518 ± 0.0068, 1296 trials, 0.4 JSD
#= 13/7 +0.2203 ± 0.0070, 1296 trials, 3.7 JSD
#= 24/18 +0.2100 ± 0.0073, 972 trials, 4.7 JSD
#= 24/23 8/3 +0.1674 ± 0.0142, 252 trials, 5.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 609
#? [24/23 13/8 | 13/8 6/5]
609 start match 5 3-4 crawford play 64
#= 8/2 6/2 +0.2882 ± 0.0114, 432 trials
#= 24/18 13/9 +0.2647 ± 0.0106, 432 trials, 1.5 JSD
#= 13/9 13/7 +0.2409 ± 0.0122, 432 trials, 2.8 JSD
#= 24/14 +0.2106 ± 0.0144, 252 trials, 4.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 610
#? [8/2 6/2 | 24/18 13/9 | 13/9 13/7]

# Gammon save: a gammon loses the match.

611 start match 5 4-3 crawford play 21
#= 13/11 6/5 -0.2507 ± 0.0070, 1296 trials
#= 24/23 13/11 -0.2630 ± 0.0063, 1296 trials, 1.3 JSD
#= 24/21 -0.2778 ± 0.0064, 1296 trials, 2.8 JSD
#= 24/23 24/22 -0.2849 ± 0.0062, 1296 trials, 3.6 JSD
#= 13/10 -0.3047 ± 0.0098, 576 trials, 4.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 612
#? [13/11 6/5 | 24/23 13/11 | 24/21]
612 start match 5 4-3 crawford play 41
#= 24/23 13/9 -0.2618 ± 0.0063, 1296 trials
#= 24/20 6/5 -0.2843 ± 0.0065, 1296 trials, 2.5 JSD
#= 24/23 24/20 -0.2924 ± 0.0068, 1296 trials, 3.3 JSD
#= 13/9 6/5 -0.2928 ± 0.0068, 1296 trials, 3.3 JSD
#= 13/8 -0.2959 ± 0.0068, 1296 trials, 3.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 613
#? [24/23 13/9 | 24/20 6/5]
613 start match 5 4-3 crawford play 51
#= 13/8 6/5 -0.2552 ± 0.0111, 432 trials
#= 24/18 -0.2728 ± 0.0117, 432 trials, 1.1 JSD
#= 24/23 13/8 -0.2829 ± 0.0178, 432 trials, 1.3 JSD
#= 13/7 -0.3064 ± 0.0120, 432 trials, 3.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 614
#? [13/8 6/5 | 24/18 | 24/23 13/8]

# Races at 2-away 2-away, with a lead to be played safe, and far behind.

616 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 5-5 double
#= no double +0.7211 ± 0.0071, double and take +0.9090 ± 0.0010, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 617
#? [double]
617 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 5-5 take
#= no double +0.7216 ± 0.0071, double and take +0.9092 ± 0.0010, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 618
#? [take]
618 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-5 double
#= no double +0.9029 ± 0.0061, double and take +1.3946 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 619
#? [double]
619 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-5 take
#= no double +0.9054 ± 0.0060, double and take +1.3937 ± 0.0009, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 620
#? [pass]
620 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 5-5 double
#= no double +0.9642 ± 0.0047, double and take +1.8207 ± 0.0007, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 621
#? [double]
621 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 5-5 take
#= no double +0.9611 ± 0.0048, double and take +1.8217 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 622
#? [pass]
622 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 5-3 double
#= no double +0.2976 ± 0.0144, double and take -0.4216 ± 0.0016, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 623
#? [no double]
623 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 5-3 take
#= no double +0.3069 ± 0.0147, double and take -0.4234 ± 0.0015, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 624
#? [take]
624 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-3 double
#= no double +0.6158 ± 0.0122, double and take +0.3760 ± 0.0013, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 625
#? [no double]
625 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-3 take
#= no double +0.6209 ± 0.0121, double and take +0.3786 ± 0.0016, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 626
#? [take]
626 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 5-3 double
#= no double +0.8774 ± 0.0075, double and take +1.0781 ± 0.0013, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 627
#? [double]
627 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 5-3 take
#= no double +0.8796 ± 0.0072, double and take +1.0807 ± 0.0014, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 628
#? [pass]
628 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 3-5 double
#= no double +0.5147 ± 0.0095, double and take +0.3503 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 629
#? [no double]
629 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 3-5 take
#= no double +0.5106 ± 0.0097, double and take +0.3497 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 630
#? [take]
631 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 3-5 take
#= no double +0.7443 ± 0.0050, double and take +0.7499 ± 0.0006, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 632
#? [take]
632 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 3-5 double
#= no double +0.9210 ± 0.0034, double and take +1.1012 ± 0.0007, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 633
#? [double]
633 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 3-5 take
#= no double +0.9193 ± 0.0030, double and take +1.1018 ± 0.0007, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 634
#? [pass]
635 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 0-6 take
#= no double +0.3914 ± 0.0004, double and take +0.3915 ± 0.0003, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 636
#? [take]
637 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 0-6 take
#= no double +0.5715 ± 0.0003, double and take +0.5722 ± 0.0003, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 638
#? [take]
638 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 0-6 double
#= no double +0.7293 ± 0.0004, double and take +0.7315 ± 0.0003, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 639
#? [double]
639 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(5) 5(3) 4(2)] match 7 0-6 take
#= no double +0.7292 ± 0.0003, double and take +0.7314 ± 0.0003, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 640
#? [take]

# More at double match point.

641 start match 1 0-0 play 62
#= 24/18 13/11 +0.0177 ± 0.0047, 1296 trials
#= 24/16 +0.0024 ± 0.0045, 1296 trials, 2.3 JSD
#= 24/22 24/18 -0.0179 ± 0.0050, 1080 trials, 5.2 JSD
#= 13/5 -0.0238 ± 0.0084, 504 trials, 4.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 642
#? [24/18 13/11 | 24/16]
642 start match 1 0-0 play 64
#= 24/14 +0.0130 ± 0.0046, 1296 trials
#= 24/18 13/9 -0.0018 ± 0.0048, 1296 trials, 2.2 JSD
#= 8/2 6/2 -0.0099 ± 0.0045, 1296 trials, 3.5 JSD
#= 24/20 24/18 -0.0292 ± 0.0072, 612 trials, 4.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 643
#? [24/14 | 24/18 13/9]
643 start match 1 0-0 play 43
#= 24/21 24/20 +0.0119 ± 0.0047, 1296 trials
#= 24/21 13/9 +0.0010 ± 0.0048, 1296 trials, 1.6 JSD
#= 24/20 13/10 -0.0057 ± 0.0050, 1296 trials, 2.6 JSD
#= 13/10 13/9 -0.0110 ± 0.0049, 1296 trials, 3.4 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 644
#? [24/21 24/20 | 24/21 13/9 | 24/20 13/10]
644 [31 8/5 6/5] match 1 0-0 play 63
#= 24/18 13/10 -0.1458 ± 0.0049, 1296 trials
#= 24/15 -0.1557 ± 0.0043, 1296 trials, 1.5 JSD
#= 24/21 24/18 -0.1666 ± 0.0046, 1296 trials, 3.1 JSD
#= 24/21 13/7 -0.1827 ± 0.0070, 612 trials, 4.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 645
#? [24/18 13/10 | 24/15]
645 [64 8/2 6/2] match 1 0-0 play 51
#= 13/8 6/5 -0.0233 ± 0.0089, 360 trials
#= 13/7 -0.0752 ± 0.0088, 360 trials, 4.1 JSD
#= 8/3 6/5 -0.1075 ± 0.0142, 180 trials, 5.0 JSD
#= 8/2 -0.1505 ± 0.0113, 144 trials, 8.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 646
#? [13/8 6/5]
646 [61 13/7 8/7] match 1 0-0 play 62
#= 24/16 -0.0983 ± 0.0049, 1260 trials
#= 24/22 13/7 -0.1275 ± 0.0051, 1260 trials, 4.1 JSD
#= 13/5 -0.1351 ± 0.0059, 864 trials, 4.8 JSD
#= 13/11 13/7 -0.1458 ± 0.0077, 612 trials, 5.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 647
#? [24/16]
647 [53 8/3 6/3] match 1 0-0 play 64
#= 24/18 13/9 -0.0763 ± 0.0049, 1296 trials
#= 8/2 6/2 -0.0795 ± 0.0044, 1296 trials, 0.5 JSD
#= 24/14 -0.0881 ± 0.0043, 1296 trials, 1.8 JSD
#= 24/20 24/18 -0.1274 ± 0.0092, 216 trials, 4.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 648
#? [24/18 13/9 | 8/2 6/2 | 24/14]
648 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] match 1 0-0 play 62
#= 6/off 5/3 +0.7597 ± 0.0068, 144 trials
#= 6/off 4/2 +0.6685 ± 0.0090, 144 trials, 8.0 JSD
#= 6/4 6/off +0.5064 ± 0.0074, 144 trials, 25.2 JSD
#= 6/off 2/off +0.3905 ± 0.0114, 144 trials, 27.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 649
#? [6/off 5/3]
649 [X 24(2) 22(2) 13(2) 8(3) 6(4) 5(2) O 11(2) 8(3) 7(2) 6(3) 5(3) 4(2)] match 1 0-0 play 64
#= 13/7 8/4 -0.2964 ± 0.0057, 1296 trials
#= 13/9 13/7 -0.3036 ± 0.0046, 1296 trials, 1.0 JSD
#= 13/3 -0.3041 ± 0.0044, 1296 trials, 1.1 JSD
#= 13/7 6/2 -0.3201 ± 0.0044, 1296 trials, 3.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 650
#? [13/7 8/4 | 13/9 13/7 | 13/3]
650 [X 24 20 13(2) 8(3) 6(4) 5(2) 4(2) O 22(2) 13(4) 8(3) 6(4) 4(2)] match 1 0-0 play 61
#= 20/13 +0.1865 ± 0.0107, 216 trials
#= 13/7 8/7 +0.1203 ± 0.0104, 216 trials, 4.4 JSD
#= 24/23 20/14 +0.1103 ± 0.0127, 144 trials, 4.6 JSD
#= 20/14 6/5 +0.0947 ± 0.0128, 144 trials, 5.5 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 651
#? [20/13]

# More gammon go: two points to go against one, in the Crawford game.

651 start match 5 3-4 crawford play 43
#= 13/10 13/9 +0.2909 ± 0.0069, 1296 trials
#= 24/21 13/9 +0.2728 ± 0.0065, 1296 trials, 1.9 JSD
#= 24/20 13/10 +0.2570 ± 0.0066, 1296 trials, 3.6 JSD
#= 24/21 24/20 +0.2129 ± 0.0138, 360 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 652
#? [13/10 13/9 | 24/21 13/9]
652 start match 5 3-4 crawford play 62
#= 13/5 +0.2665 ± 0.0069, 1296 trials
#= 13/11 13/7 +0.2551 ± 0.0070, 1296 trials, 1.2 JSD
#= 24/18 13/11 +0.2537 ± 0.0059, 1296 trials, 1.4 JSD
#= 24/16 +0.2374 ± 0.0061, 1296 trials, 3.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 653
#? [13/5 | 13/11 13/7 | 24/18 13/11]
653 [62 24/18 13/11] match 5 3-4 crawford play 64
#= 24/14* +0.2946 ± 0.0063, 1296 trials
#= 13/9 13/7* +0.2678 ± 0.0075, 1296 trials, 2.7 JSD
#= 24/20 13/7* +0.2628 ± 0.0073, 1296 trials, 3.3 JSD
#= 13/7*/3 +0.1999 ± 0.0137, 324 trials, 6.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 654
#? [24/14* | 13/9 13/7*]
654 [62 24/18 13/11] match 5 3-4 crawford play 55
#= 8/3(2) 6/1*(2) +0.5437 ± 0.0160, 216 trials
#= 13/8(2) 6/1*(2) +0.4450 ± 0.0151, 216 trials, 4.5 JSD
#= 13/3 8/3 6/1* +0.3827 ± 0.0186, 144 trials, 6.5 JSD
#= 13/3 6/1*(2) +0.3393 ± 0.0217, 144 trials, 7.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 655
#? [8/3(2) 6/1*(2)]
655 [41 24/23 13/9] match 5 3-4 crawford play 44
#= 24/16* 6/2*(2) +0.5900 ± 0.0064, 1296 trials
#= 8/4(2) 6/2*(2) +0.5733 ± 0.0075, 1296 trials, 1.7 JSD
#= 24/16* 13/9(2) +0.5251 ± 0.0140, 288 trials, 4.2 JSD
#= 13/9(2) 6/2*(2) +0.5083 ± 0.0161, 252 trials, 4.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 656
#? [24/16* 6/2*(2) | 8/4(2) 6/2*(2)]
656 [43 24/20 13/10] match 5 3-4 crawford play 33
#= 8/5*(2) 6/3(2) +0.6733 ± 0.0192, 180 trials
#= 13/10(2) 8/5*(2) +0.5594 ± 0.0195, 180 trials, 4.2 JSD
#= 24/21(2) 8/5*(2) +0.5370 ± 0.0196, 144 trials, 5.0 JSD
#= 13/10 8/5*(3) +0.4746 ± 0.0200, 144 trials, 7.2 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 657
#? [8/5*(2) 6/3(2)]

# More gammon save: one point to go against two, in the Crawford game.

659 start match 5 4-3 crawford play 62
#= 24/18 13/11 -0.2484 ± 0.0068, 1296 trials
#= 24/16 -0.2623 ± 0.0067, 1296 trials, 1.5 JSD
#= 13/5 -0.2743 ± 0.0065, 1296 trials, 2.7 JSD
#= 24/22 24/18 -0.2988 ± 0.0083, 972 trials, 4.7 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 660
#? [24/18 13/11 | 24/16 | 13/5]
660 start match 5 4-3 crawford play 64
#= 24/14 -0.2427 ± 0.0070, 1296 trials
#= 24/18 13/9 -0.2441 ± 0.0065, 1296 trials, 0.1 JSD
#= 24/20 13/7 -0.2704 ± 0.0070, 1296 trials, 2.8 JSD
#= 8/2 6/2 -0.3004 ± 0.0094, 540 trials, 4.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 661
#? [24/14 | 24/18 13/9 | 24/20 13/7]
661 [62 24/18 13/11] match 5 4-3 crawford play 64
#= 24/14* -0.1771 ± 0.0094, 756 trials
#= 24/20 13/7* -0.2322 ± 0.0090, 756 trials, 4.3 JSD
#= 13/9 13/7* -0.2974 ± 0.0193, 180 trials, 5.6 JSD
#= 13/7*/3 -0.3560 ± 0.0199, 144 trials, 8.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 662
#? [24/14*]
662 [62 24/18 13/11] match 5 4-3 crawford play 55
#= 13/8(2) 6/1*(2) -0.1505 ± 0.0062, 1296 trials
#= 8/3(2) 6/1*(2) -0.1594 ± 0.0064, 1296 trials, 1.0 JSD
#= 13/3 8/3 6/1* -0.2025 ± 0.0093, 576 trials, 4.6 JSD
#= 13/3 6/1*(2) -0.2163 ± 0.0107, 432 trials, 5.3 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 663
#? [13/8(2) 6/1*(2) | 8/3(2) 6/1*(2)]
663 [31 8/5 6/5] match 5 4-3 crawford play 41
#= 24/23 13/9 -0.5218 ± 0.0083, 864 trials
#= 13/9 6/5 -0.5710 ± 0.0087, 864 trials, 4.1 JSD
#= 13/8 -0.5759 ± 0.0096, 612 trials, 4.3 JSD
#= 24/23 6/2 -0.6375 ± 0.0178, 144 trials, 5.9 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 664
#? [24/23 13/9]
664 [X 12 10 8 6(5) 5(4) 4(3) O 2(2) 1(3) off(10)] match 5 4-3 crawford play 62
#= 12/6 8/6 -1.4512 ± 0.0018, 144 trials
#= 12/6 10/8 -1.5950 ± 0.0020, 144 trials, 53.1 JSD
#= 10/4 8/6 -1.6115 ± 0.0030, 144 trials, 45.4 JSD
#= 12/6 4/2 -1.6156 ± 0.0016, 144 trials, 67.8 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 665
#? [12/6 8/6]

# After the Crawford game: who is behind doubles at once; the leader's free pass.

665 [31 8/5 6/5, 41 24/23 13/9] match 5 3-4 double
#= no double +1.0309 ± 0.0061, double and take +1.2813 ± 0.0183, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 666
#? [no double]
666 [31 8/5 6/5, 41 24/23 13/9] match 5 3-4 take
#= no double +1.0371 ± 0.0075, double and take +1.2926 ± 0.0192, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 667
#? [pass]
667 [52 13/11 13/8, 31 8/5 6/5] match 5 3-4 take
#= no double +0.8377 ± 0.0152, double and take +0.8842 ± 0.0189, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 668
#? [take]
669 [31 8/5 6/5, 41 24/23 13/9] match 5 2-4 take
#= no double +0.5395 ± 0.0140, double and take +0.5505 ± 0.0142, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 670
#? [take]
670 [52 13/11 13/8, 31 8/5 6/5] match 5 1-4 double
#= no double +0.7969 ± 0.0083, double and take +0.8406 ± 0.0098, pass +1.0000
#= 1296 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 671
#? [double]
671 [31 8/5 6/5, 41 24/23 13/9] match 5 1-4 take
#= no double +0.9938 ± 0.0068, double and take +1.3302 ± 0.0202, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 672
#? [pass]
672 [62 24/18 13/11] match 5 3-4 cube 2 opp play 55
#= 8/3(2) 6/1*(2) +0.0638 ± 0.0045, 1296 trials
#= 13/8(2) 6/1*(2) +0.0525 ± 0.0045, 1296 trials, 1.7 JSD
#= 13/3 6/1*(2) +0.0085 ± 0.0108, 288 trials, 4.7 JSD
#= 13/3 8/3 6/1* +0.0023 ± 0.0111, 288 trials, 5.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 673
#? [8/3(2) 6/1*(2) | 13/8(2) 6/1*(2)]
673 [62 24/18 13/11] match 5 3-4 cube 2 opp play 64
#= 24/14* +0.0544 ± 0.0085, 360 trials
#= 24/20 13/7* +0.0058 ± 0.0086, 360 trials, 4.0 JSD
#= 13/9 13/7* -0.0189 ± 0.0110, 216 trials, 5.3 JSD
#= 13/7*/3 -0.0338 ± 0.0133, 144 trials, 5.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 674
#? [24/14*]

# Contact at 2-away 2-away: double as soon as the game may turn.
675 [31 8/5 6/5, 41 24/23 13/9] match 5 3-3 take
#= no double +0.3980 ± 0.0272, double and take +0.4242 ± 0.0256, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 676
#? [take]
676 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] match 5 3-3 take
#= no double +1.5334 ± 0.0224, double and take +1.5773 ± 0.0254, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 677
#? [pass]
677 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 5 3-3 double
#= no double +1.1273 ± 0.0214, double and take +1.2474 ± 0.0271, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 678
#? [no double]
678 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 5 3-3 take
#= no double +1.1566 ± 0.0185, double and take +1.2133 ± 0.0228, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 679
#? [pass]
679 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] match 5 3-3 double
#= no double +0.9861 ± 0.0031, double and take +1.3808 ± 0.0251, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 680
#? [double]
680 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] match 5 3-3 take
#= no double +0.9874 ± 0.0033, double and take +1.4049 ± 0.0261, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 681
#? [pass]
681 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(2) 6(4) 5(3) 4(2) 3(2)] match 5 3-3 double
#= no double +0.8536 ± 0.0118, double and take +1.1007 ± 0.0217, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 682
#? [double]
682 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(2) 6(4) 5(3) 4(2) 3(2)] match 5 3-3 take
#= no double +0.8496 ± 0.0143, double and take +1.1112 ± 0.0213, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 683
#? [pass]

# Gammons with a cube: four points to go against two, and the other way round.

683 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 7 3-5 double
#= no double +1.1175 ± 0.0112, double and take +2.3845 ± 0.0366, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 684
#? [no double]
684 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 7 3-5 take
#= no double +1.1071 ± 0.0123, double and take +2.4353 ± 0.0389, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 685
#? [pass]
685 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 7 5-3 double
#= no double +0.8428 ± 0.0280, double and take +0.1022 ± 0.0425, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 686
#? [no double]
686 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] match 7 5-3 take
#= no double +0.8255 ± 0.0277, double and take +0.1157 ± 0.0379, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 687
#? [take]
687 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] match 7 5-3 double
#= no double +1.4078 ± 0.0265, double and take +0.7721 ± 0.0391, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 688
#? [no double]
688 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] match 7 4-4 double
#= no double +1.4443 ± 0.0227, double and take +2.5943 ± 0.0351, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 689
#? [no double]
689 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] match 7 3-5 double
#= no double +0.7618 ± 0.0079, double and take +0.8119 ± 0.0099, pass +1.0000
#= 1296 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 690
#? [double]
690 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] match 7 3-5 take
#= no double +0.7662 ± 0.0155, double and take +0.8160 ± 0.0194, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 691
#? [take]
691 [62 24/18 13/11] match 7 3-5 cube 2 opp play 55
#= 8/3(2) 6/1*(2) +0.5046 ± 0.0101, 648 trials
#= 13/8(2) 6/1*(2) +0.4471 ± 0.0089, 648 trials, 4.3 JSD
#= 13/3 6/1*(2) +0.3727 ± 0.0200, 216 trials, 5.9 JSD
#= 13/3 8/3 6/1* +0.3353 ± 0.0215, 180 trials, 7.1 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 692
#? [8/3(2) 6/1*(2)]
692 [43 24/20 13/10] match 7 3-5 cube 2 opp play 41
#= 13/9 6/5* +0.2308 ± 0.0072, 1296 trials
#= 24/20 6/5* +0.2185 ± 0.0072, 1296 trials, 1.2 JSD
#= 6/5*/1* +0.1818 ± 0.0077, 1116 trials, 4.7 JSD
#= 8/4 6/5* +0.1422 ± 0.0142, 360 trials, 5.6 JSD
#= rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 693
#? [13/9 6/5* | 24/20 6/5*]
693 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 3-3 cube 2 own double
#= no double +0.7921 ± 0.0027, double and take +0.9571 ± 0.0009, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 694
#? [double]
694 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 3-3 cube 2 own double
#= no double +0.9318 ± 0.0016, double and take +1.4656 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 695
#? [double]
695 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 3-3 cube 2 own take
#= no double +0.9334 ± 0.0015, double and take +1.4673 ± 0.0009, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 696
#? [pass]
