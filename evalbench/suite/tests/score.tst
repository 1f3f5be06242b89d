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
#? [take]*
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
#? [no double]*
623 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 5-3 take
#= no double +0.3069 ± 0.0147, double and take -0.4234 ± 0.0015, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 624
#? [take]
624 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-3 double
#= no double +0.6158 ± 0.0122, double and take +0.3760 ± 0.0013, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 625
#? [no double]*
625 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 5-3 take
#= no double +0.6209 ± 0.0121, double and take +0.3786 ± 0.0016, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 626
#? [take]*
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
#? [no double]*
629 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(2) 4(4) 3] match 7 3-5 take
#= no double +0.5106 ± 0.0097, double and take +0.3497 ± 0.0008, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 630
#? [take]
631 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] match 7 3-5 take
#= no double +0.7443 ± 0.0050, double and take +0.7499 ± 0.0006, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 632
#? [take]*
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
