# Bearing off with few checkers, known exactly from a two-sided database:
# plays for the most wins, then cube decisions.
905 [X 5 3 2 off(12) O 2(2) off(13)] play 21
#= 3/off -0.70678
#= 5/4 2/off -0.73764
#= 5/2 -0.92282
#= exact, two-sided database
#? [3/off]
906 [X 5 3 2 off(12) O 2(2) off(13)] play 31
#= 5/4 3/off -0.64504
#= 3/off 2/1 -0.64504
#= 5/2 3/2 -0.92282
#= 5/1 -0.92282
#= exact, two-sided database
#? [5/4 3/off | 3/off 2/1]
907 [X 5 3 2 off(12) O 2(2) off(13)] play 32
#= 3/off 2/off -0.52160
#= 5/off -0.61419
#= 5/2 3/1 -0.92282
#= exact, two-sided database
#? [3/off 2/off]
908 [X 6 5 2 off(12) O 3(2) off(13)] play 32
#= 6/3 2/off -0.58950
#= 5/off -0.61880
#= 6/4 5/2 -0.85336
#= exact, two-sided database
#? [6/3 2/off]
909 [X 6 5 2 off(12) O 3(2) off(13)] play 41
#= 5/off -0.61880
#= 6/2 5/4 -0.85336
#= 6/1 -0.88269
#= exact, two-sided database
#? [5/off]
910 [X 6 5 2 off(12) O 3(2) off(13)] play 21
#= 5/4 2/off -0.76541
#= 6/5 2/off -0.82406
#= 6/3 -0.88269
#= exact, two-sided database
#? [5/4 2/off]
911 [X 6 5 2 off(12) O 3(2) off(13)] play 51
#= 6/off -0.44289
#= 5/off 2/1 -0.56014
#= 6/1 5/4 -0.85336
#= exact, two-sided database
#? [6/off]
917 [X 5(2) 2 1 off(11) O 2(2) 1(2) off(11)] play 31
#= 5/2 1/off -0.80862
#= 5/4 5/2 -0.85644
#= 5/1 -0.90430
#= exact, two-sided database
#? [5/2 1/off]
918 [X 5(2) 2 1 off(11) O 2(2) 1(2) off(11)] play 41
#= 5/off -0.80862
#= 5/4 5/1 -0.85644
#= 5/1 2/1 -0.90430
#= exact, two-sided database
#? [5/off]
920 [X 5(2) 2 1 off(11) O 2(2) 1(2) off(11)] play 21
#= 2/off 1/off -0.71295
#= 5/3 1/off -0.80862
#= 5/4 5/3 -0.85644
#= exact, two-sided database
#? [2/off 1/off]
921 [X 6(2) 1(2) off(11) O 3(2) off(13)] play 51
#= 6/off -0.88269
#= 6/5 6/1 -0.94134
#= exact, two-sided database
#? [6/off]
922 [X 6(2) 1(2) off(11) O 3(2) off(13)] play 31
#= 6/3 1/off -0.88269
#= 6/5 6/3 -0.94134
#= 6/2 -0.97064
#= exact, two-sided database
#? [6/3 1/off]
923 [X 6(2) 1(2) off(11) O 3(2) off(13)] play 21
#= 6/4 1/off -0.91202
#= 6/5 6/4 -0.94134
#= 6/3 -0.97064
#= exact, two-sided database
#? [6/4 1/off]
924 [X 6 5 4 off(12) O 2(3) off(12)] play 32
#= 5/off -0.61724
#= 6/3 5/3 -0.80862
#= 6/3 4/2 -0.80862
#= exact, two-sided database
#? [5/off]
925 [X 6 5 4 off(12) O 2(3) off(12)] play 21
#= 5/3 4/3 -0.80862
#= 6/4 5/4 -0.85644
#= 6/3 -0.85644
#= exact, two-sided database
#? [5/3 4/3]
926 [X 6 5 4 off(12) O 2(3) off(12)] play 54
#= 5/off 4/off +0.29165
#= 6/1 4/off +0.10027
#= 6/2 5/off +0.10027
#= exact, two-sided database
#? [5/off 4/off]
930 [X 6 4(2) 3 2 off(10) O 3(2) 2(2) 1 off(10)] play 21
#= 6/5 2/off -0.54049
#= 4/3 2/off -0.56051
#= 3/off -0.57818
#= exact, two-sided database
#? [6/5 2/off]
931 [X 6 4(2) 3 2 off(10) O 3(2) 2(2) 1 off(10)] play 32
#= 3/off 2/off -0.12996
#= 4/1 2/off -0.36809
#= 6/3 2/off -0.43651
#= exact, two-sided database
#? [3/off 2/off]
932 [X 6 4(2) 3 2 off(10) O 3(2) 2(2) 1 off(10)] play 41
#= 6/5 4/off -0.24904
#= 4/off 2/1 -0.36809
#= 4/3 4/off -0.44353
#= exact, two-sided database
#? [6/5 4/off]
933 [X 6 4(2) 3 2 off(10) O 3(2) 2(2) 1 off(10)] play 53
#= 6/1 3/off -0.00969
#= 6/3 4/off -0.16994
#= 6/1 4/1 -0.60958
#= exact, two-sided database
#? [6/1 3/off]
934 [X 5 4 3(2) 1 off(10) O 4(2) 1(2) off(11)] play 21
#= 3/off -0.45928
#= 4/2 1/off -0.54797
#= 5/3 1/off -0.61724
#= exact, two-sided database
#? [3/off]
935 [X 5 4 3(2) 1 off(10) O 4(2) 1(2) off(11)] play 42
#= 5/3 4/off -0.35601
#= 4/off 3/1 -0.38344
#= 5/1 3/1 -0.75711
#= exact, two-sided database
#? [5/3 4/off]
936 [X 5 4 3(2) 1 off(10) O 4(2) 1(2) off(11)] play 31
#= 3/off 1/off -0.22023
#= 5/4 3/off -0.39547
#= 3/2 3/off -0.39562
#= exact, two-sided database
#? [3/off 1/off]
937 [X 6 3(2) 2(2) 1 off(9) O 4 3 2(2) 1(2) off(9)] play 51
#= 6/off -0.56487
#= 6/1 3/2 -0.56631
#= 6/1 2/1 -0.58556
#= exact, two-sided database
#? [6/off]
938 [X 6 3(2) 2(2) 1 off(9) O 4 3 2(2) 1(2) off(9)] play 32
#= 3/off 2/off -0.11086
#= 6/4 3/off -0.53182
#= 3/1 3/off -0.55132
#= exact, two-sided database
#? [3/off 2/off]
939 [X 6 3(2) 2(2) 1 off(9) O 4 3 2(2) 1(2) off(9)] play 21
#= 2/off 1/off -0.37319
#= 6/4 1/off -0.57775
#= 3/off -0.58602
#= exact, two-sided database
#? [2/off 1/off]
940 [X 6 3(2) 2(2) 1 off(9) O 4 3 2(2) 1(2) off(9)] play 41
#= 6/2 1/off -0.53735
#= 6/2 3/2 -0.54360
#= 6/1 -0.58611
#= exact, two-sided database
#? [6/2 1/off]

# Doubles and takes: the last rolls.

951 [X 5 2 off(13) O 1 off(14)] double
#= no double +0.0555, double and take +0.1111, pass +1.0000
#= exact, two-sided database
#? [double]
952 [X 5 2 off(13) O 1 off(14)] take
#= no double +0.0555, double and take +0.1111, pass +1.0000
#= exact, two-sided database
#? [take]
953 [X 6 2 off(13) O 1 off(14)] double
#= no double -0.2778, double and take -0.5555, pass +1.0000
#= exact, two-sided database
#? [no double]
954 [X 6 2 off(13) O 1 off(14)] take
#= no double -0.2778, double and take -0.5555, pass +1.0000
#= exact, two-sided database
#? [take]
955 [X 6 3 off(13) O 1(2) off(13)] double
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [no double]
956 [X 6 3 off(13) O 1(2) off(13)] take
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [take]
957 [X 5 4 off(13) O 1(2) off(13)] double
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [no double]
958 [X 5 4 off(13) O 1(2) off(13)] take
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [take]
959 [X 4 3 off(13) O 2(2) off(13)] double
#= no double +0.0031, double and take +0.0062, pass +1.0000
#= exact, two-sided database
#? [double]
960 [X 4 3 off(13) O 2(2) off(13)] take
#= no double +0.0031, double and take +0.0062, pass +1.0000
#= exact, two-sided database
#? [take]
961 [X 6(2) off(13) O 1(2) off(13)] double
#= no double -0.7778, double and take -1.5555, pass +1.0000
#= exact, two-sided database
#? [no double]
962 [X 6(2) off(13) O 1(2) off(13)] take
#= no double -0.7778, double and take -1.5555, pass +1.0000
#= exact, two-sided database
#? [take]
963 [X 3(2) 1 off(12) O 1(3) off(12)] double
#= no double +0.7037, double and take +1.3971, pass +1.0000
#= exact, two-sided database
#? [double]
964 [X 3(2) 1 off(12) O 1(3) off(12)] take
#= no double +0.7037, double and take +1.3971, pass +1.0000
#= exact, two-sided database
#? [pass]
965 [X 6 5 off(13) O 5 1 off(13)] double
#= no double -0.3580, double and take -0.7159, pass +1.0000
#= exact, two-sided database
#? [no double]
966 [X 6 5 off(13) O 5 1 off(13)] take
#= no double -0.3580, double and take -0.7159, pass +1.0000
#= exact, two-sided database
#? [take]
967 [X 1(4) off(11) O 1(4) off(11)] double
#= no double +0.7222, double and take +1.4444, pass +1.0000
#= exact, two-sided database
#? [double]
968 [X 1(4) off(11) O 1(4) off(11)] take
#= no double +0.7222, double and take +1.4444, pass +1.0000
#= exact, two-sided database
#? [pass]
969 [X 1(3) off(12) O 1(4) off(11)] double
#= no double +0.7222, double and take +1.4444, pass +1.0000
#= exact, two-sided database
#? [double]
970 [X 1(3) off(12) O 1(4) off(11)] take
#= no double +0.7222, double and take +1.4444, pass +1.0000
#= exact, two-sided database
#? [pass]
971 [X 1(6) off(9) O 1(6) off(9)] double
#= no double +0.7685, double and take +1.1512, pass +1.0000
#= exact, two-sided database
#? [double]
972 [X 1(6) off(9) O 1(6) off(9)] take
#= no double +0.7685, double and take +1.1512, pass +1.0000
#= exact, two-sided database
#? [pass]
973 [X 2(2) 1(2) off(11) O 2(2) 1(2) off(11)] double
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [double]
974 [X 2(2) 1(2) off(11) O 2(2) 1(2) off(11)] take
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [pass]
975 [X 3 2 1 off(12) O 2(3) off(12)] double
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [double]
976 [X 3 2 1 off(12) O 2(3) off(12)] take
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [pass]
977 [X 4(2) 1 off(12) O 3(2) 1 off(12)] double
#= no double +0.6756, double and take +1.2331, pass +1.0000
#= exact, two-sided database
#? [double]
978 [X 4(2) 1 off(12) O 3(2) 1 off(12)] take
#= no double +0.6756, double and take +1.2331, pass +1.0000
#= exact, two-sided database
#? [pass]
979 [X 6 5 4 off(12) O 5(2) 2 off(12)] double
#= no double +0.2681, double and take +0.3197, pass +1.0000
#= exact, two-sided database
#? [double]
980 [X 6 5 4 off(12) O 5(2) 2 off(12)] take
#= no double +0.2681, double and take +0.3197, pass +1.0000
#= exact, two-sided database
#? [take]
981 [X 5 4 3 2 off(11) O 5 4 3 2 off(11)] double
#= no double +0.5469, double and take +0.7449, pass +1.0000
#= exact, two-sided database
#? [double]
982 [X 5 4 3 2 off(11) O 5 4 3 2 off(11)] take
#= no double +0.5469, double and take +0.7449, pass +1.0000
#= exact, two-sided database
#? [take]
983 [X 5 4 3 2 1 off(10) O 6 4(2) 2 1 off(10)] double
#= no double +0.8564, double and take +1.3216, pass +1.0000
#= exact, two-sided database
#? [double]
984 [X 5 4 3 2 1 off(10) O 6 4(2) 2 1 off(10)] take
#= no double +0.8564, double and take +1.3216, pass +1.0000
#= exact, two-sided database
#? [pass]
985 [X 6 5 4 3 2 1 off(9) O 6 5 4 3(2) 1 off(9)] double
#= no double +0.7494, double and take +0.9852, pass +1.0000
#= exact, two-sided database
#? [double]
986 [X 6 5 4 3 2 1 off(9) O 6 5 4 3(2) 1 off(9)] take
#= no double +0.7494, double and take +0.9852, pass +1.0000
#= exact, two-sided database
#? [take]

# The cube at 2 on the side of the player on roll: a redouble gives it away.

987 [X 5 2 off(13) O 1 off(14)] cube 2 own double
#= no double +0.0555, double and take +0.1111, pass +1.0000
#= exact, two-sided database
#? [double]
988 [X 6 2 off(13) O 1 off(14)] cube 2 own double
#= no double -0.2778, double and take -0.5555, pass +1.0000
#= exact, two-sided database
#? [no double]
989 [X 6 3 off(13) O 1(2) off(13)] cube 2 own double
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [no double]
990 [X 5 4 off(13) O 1(2) off(13)] cube 2 own double
#= no double -0.4444, double and take -0.8888, pass +1.0000
#= exact, two-sided database
#? [no double]
991 [X 4 3 off(13) O 2(2) off(13)] cube 2 own double
#= no double +0.2377, double and take +0.0062, pass +1.0000
#= exact, two-sided database
#? [no double]
992 [X 6(2) off(13) O 1(2) off(13)] cube 2 own double
#= no double -0.7778, double and take -1.5555, pass +1.0000
#= exact, two-sided database
#? [no double]
993 [X 2(2) 1(2) off(11) O 2(2) 1(2) off(11)] cube 2 own double
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [double]
994 [X 3 2 1 off(12) O 2(3) off(12)] cube 2 own double
#= no double +0.7608, double and take +1.5215, pass +1.0000
#= exact, two-sided database
#? [double]
995 [X 4(2) 1 off(12) O 3(2) 1 off(12)] cube 2 own double
#= no double +0.6923, double and take +1.2331, pass +1.0000
#= exact, two-sided database
#? [double]
996 [X 6 5 4 off(12) O 5(2) 2 off(12)] cube 2 own double
#= no double +0.3397, double and take +0.3197, pass +1.0000
#= exact, two-sided database
#? [no double]
997 [X 5 4 3 2 off(11) O 5 4 3 2 off(11)] cube 2 own double
#= no double +0.5881, double and take +0.7449, pass +1.0000
#= exact, two-sided database
#? [double]
998 [X 5 4 3 2 1 off(10) O 6 4(2) 2 1 off(10)] cube 2 own double
#= no double +0.8564, double and take +1.3216, pass +1.0000
#= exact, two-sided database
#? [double]
