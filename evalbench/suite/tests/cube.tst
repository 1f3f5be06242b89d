# Doubles and takes with contact, money play with the Jacoby rule unless it says
# otherwise.

# a blitz: two on the bar against three points
701 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] double
#= no double +0.9513 ± 0.0099, double and take +2.1716 ± 0.0277, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 702
#? [double]
702 [X 24(2) 13(2) 8(3) 6(3) 5(2) 4 3(2) O bar(2) 13(5) 8(3) 6(5)] take
#= no double +0.9422 ± 0.0113, double and take +2.0994 ± 0.0284, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 703
#? [pass]
# a blitz: one on the bar, one split
703 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] double
#= no double +0.9464 ± 0.0142, double and take +1.3235 ± 0.0296, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 704
#? [double]
704 [X 24(2) 13(3) 8(2) 6(4) 5(2) 4(2) O bar 24 13(5) 8(3) 6(5)] take
#= no double +0.9340 ± 0.0127, double and take +1.3645 ± 0.0297, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 705
#? [pass]
# the opponent on the ace point, behind five points
706 [X 13 8(2) 7(2) 6(3) 5(3) 4(3) 3 O 24(2) 13(2) 8(3) 6(5) 4(3)] take
#= no double +0.9996 ± 0.0004, double and take +1.6826 ± 0.0181, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 707
#? [pass]
# a holding game, ahead in the race
707 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] double
#= no double +0.7917 ± 0.0082, double and take +0.8529 ± 0.0105, pass +1.0000
#= 1296 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 708
#? [double]
708 [X 13(3) 8(4) 6(5) 5(3) O 18(2) 13(3) 8(3) 6(4) 5(3)] take
#= no double +0.8056 ± 0.0170, double and take +0.8707 ± 0.0212, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 709
#? [take]
# prime against prime, the better timing
710 [X 24(2) 13 8(2) 7(2) 6(3) 5(3) 4(2) O 24(2) 8(2) 6(4) 5(3) 4(2) 3(2)] take
#= no double +0.6985 ± 0.0191, double and take +0.7335 ± 0.0283, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 711
#? [take]
# bearing off against the ace point
712 [X 6(3) 5(3) 4(3) 3(2) 2(2) off(2) O 24(2) 6(4) 5(4) 4(3) 3(2)] take
#= no double +1.0000 ± 0.0005, double and take +1.8301 ± 0.0189, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 713
#? [pass]
# closed out, one checker, five men off
713 [X 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3) O bar 3(3) 2(3) 1(3) off(5)] double
#= no double +0.9614 ± 0.0023, double and take +1.4116 ± 0.0077, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 714
#? [double]
714 [X 6(2) 5(2) 4(2) 3(2) 2(2) 1(2) off(3) O bar 3(3) 2(3) 1(3) off(5)] take
#= no double +0.9626 ± 0.0023, double and take +1.4249 ± 0.0084, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 715
#? [pass]
# closed out, one checker, eleven men off
715 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar 2 1(2) off(11)] double
#= no double -0.6045 ± 0.0180, double and take -1.3033 ± 0.0269, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 716
#? [no double]
716 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar 2 1(2) off(11)] take
#= no double -0.6310 ± 0.0164, double and take -1.3509 ± 0.0257, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 717
#? [take]
# a checker on the bar against a four-point board, outside points to come
717 [X 18(2) 13(3) 8(2) 6(2) 5(2) 4(2) 3(2) O bar 13(4) 8(3) 6(4) 5(3)] double
#= no double +0.9585 ± 0.0076, double and take +1.4805 ± 0.0271, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 718
#? [double]
718 [X 18(2) 13(3) 8(2) 6(2) 5(2) 4(2) 3(2) O bar 13(4) 8(3) 6(4) 5(3)] take
#= no double +0.9426 ± 0.0107, double and take +1.5013 ± 0.0280, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 719
#? [pass]
# the start: no reason to double
719 [X 24(2) 13(5) 8(3) 6(5) O 24(2) 13(5) 8(3) 6(5)] double
#= no double +0.1053 ± 0.0256, double and take -0.2149 ± 0.0329, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 720
#? [no double]
720 [X 24(2) 13(5) 8(3) 6(5) O 24(2) 13(5) 8(3) 6(5)] take
#= no double +0.1710 ± 0.0403, double and take -0.1602 ± 0.0321, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 721
#? [take]

# Too good to double without the Jacoby rule.

721 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar(3) 6(4) 5(4) 4(4)] nojacoby double
#= no double +1.8100 ± 0.0077, double and take +3.5408 ± 0.0141, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 722
#? [no double]
722 [X 6(3) 5(3) 4(3) 3(2) 2(2) 1(2) O bar(3) 6(4) 5(4) 4(4)] nojacoby take
#= no double +1.8277 ± 0.0067, double and take +3.5712 ± 0.0141, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 723
#? [pass]
723 [X 8 7(2) 6(3) 5(3) 4(2) 3(2) 2(2) O bar(2) 24 6(5) 5(4) 4(3)] nojacoby double
#= no double +1.7173 ± 0.0075, double and take +3.3059 ± 0.0190, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 724
#? [no double]
724 [X 8 7(2) 6(3) 5(3) 4(2) 3(2) 2(2) O bar(2) 24 6(5) 5(4) 4(3)] nojacoby take
#= no double +1.7101 ± 0.0085, double and take +3.3105 ± 0.0168, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 725
#? [pass]
