# What positions are worth without the cube: chances to win, gammons, equity.

801 start win
#= win 0.5309 ± 0.0043, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 802
#? [0.511..0.551]
802 start wingammon
#= wingammon 0.1418 ± 0.0036, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 803
#? [0.122..0.162]
803 start equity
#= equity 0.0725 ± 0.0110, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 804
#? [0.028..0.117]
804 [31 8/5 6/5] win
#= win 0.4439 ± 0.0036, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 805
#? [0.424..0.464]
805 [31 8/5 6/5] losegammon
#= losegammon 0.1692 ± 0.0035, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 806
#? [0.149..0.189]
806 [31 8/5 6/5] equity
#= equity -0.1630 ± 0.0097, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 807
#? [-0.203..-0.123]
807 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] win
#= win 0.8782 ± 0.0026, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 808
#? [0.858..0.898]
808 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] wingammon
#= wingammon 0.2037 ± 0.0024, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 809
#? [0.184..0.224]
809 [X 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3) O bar 3(3) 2(3) 1(3) off(5)] win
#= win 0.8707 ± 0.0014, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 810
#? [0.851..0.891]
810 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar 2 1(2) off(11)] win
#= win 0.2908 ± 0.0024, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 811
#? [0.271..0.311]
811 [X 24(2) 22(2) 13(2) 8(3) 6(4) 5(2) O 11(2) 8(3) 7(2) 6(3) 5(3) 4(2)] win
#= win 0.3481 ± 0.0039, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 812
#? [0.328..0.368]
812 [X 24(2) 22(2) 13(2) 8(3) 6(4) 5(2) O 11(2) 8(3) 7(2) 6(3) 5(3) 4(2)] losegammon
#= losegammon 0.2582 ± 0.0036, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 813
#? [0.238..0.278]
813 [X 20(2) 13(3) 8(3) 6(5) 4(2) O 24(2) 13(5) 8(3) 6(5)] win
#= win 0.6695 ± 0.0035, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 814
#? [0.649..0.689]
814 [X 20(2) 13(3) 8(3) 6(5) 4(2) O 24(2) 13(5) 8(3) 6(5)] equity
#= equity 0.4660 ± 0.0098, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 815
#? [0.426..0.506]
815 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] win
#= win 0.7911 ± 0.0032, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 816
#? [0.771..0.811]*
816 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] wingammon
#= wingammon 0.5762 ± 0.0046, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 817
#? [0.556..0.596]
817 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] equity
#= equity 1.1261 ± 0.0101, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 818
#? [1.086..1.166]*
818 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 11 10 9(2) 7(2) 6(4) 5(3) 4(2)] win
#= win 0.5810 ± 0.0001, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 819
#? [0.561..0.601]
819 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] win
#= win 0.7480 ± 0.0001, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 820
#? [0.728..0.768]
820 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar(3) 6(4) 5(4) 4(4)] wingammon
#= wingammon 0.7995 ± 0.0028, 432 trials
#= rollout by gnubg.wd 800d82b7a0c1: cubeless, 0-ply, luck quick, seed 821
#? [0.780..0.820]*
