# Doubles, redoubles and takes in races, money play with the Jacoby rule.
# The pip counts stand around what the rules of thumb say: double from 8%, redouble
# from 9% and take up to 12% of the count of the player on roll (8-9-12 rule);
# Walter Trice's last take is at a tenth of the count and one pip more, from 62 pips on.

# 50 against 52 pips: a lead of 4%
401 [X 5(4) 4(3) 3(3) 2(4) 1 O 6 5(3) 4(3) 3(4) 2(3) 1] double
#= no double +0.4926 ± 0.0057, double and take +0.4355 ± 0.0060, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 402
#? [no double]
# 50 against 54 pips: a lead of 8%
402 [X 5(4) 4(3) 3(3) 2(4) 1 O 6 5(4) 4(3) 3(3) 2(3) 1] double
#= no double +0.5962 ± 0.0028, double and take +0.5839 ± 0.0030, pass +1.0000
#= 1296 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 403
#? [no double]
# 50 against 55 pips: a lead of 10%
403 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(2) 5(3) 4(3) 3(3) 2(3) 1] double
#= no double +0.6446 ± 0.0025, double and take +0.6560 ± 0.0027, pass +1.0000
#= 1296 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 404
#? [double]
# 50 against 57 pips: a lead of 14%
404 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(2) 5(3) 4(4) 3(3) 2(2) 1] double
#= no double +0.7350 ± 0.0045, double and take +0.7903 ± 0.0051, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 405
#? [double]
# 50 against 59 pips: a lead of 18%
405 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(3) 5(3) 4(3) 3(3) 2(2) 1] double
#= no double +0.8303 ± 0.0030, double and take +0.9562 ± 0.0043, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 406
#? [double]
406 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(2) 5(3) 4(3) 3(3) 2(3) 1] take
#= no double +0.6460 ± 0.0051, double and take +0.6532 ± 0.0060, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 407
#? [take]
407 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(2) 5(3) 4(4) 3(3) 2(2) 1] take
#= no double +0.7418 ± 0.0039, double and take +0.7983 ± 0.0043, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 408
#? [take]
408 [X 5(4) 4(3) 3(3) 2(4) 1 O 6(3) 5(3) 4(3) 3(3) 2(2) 1] take
#= no double +0.8426 ± 0.0030, double and take +0.9676 ± 0.0046, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 409
#? [take]
# 60 against 63 pips: a lead of 5%
409 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 6(3) 5(4) 4(4) 3(2) 2 1] double
#= no double +0.4771 ± 0.0049, double and take +0.4080 ± 0.0057, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 410
#? [no double]
# 60 against 66 pips: a lead of 10%
411 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 7 6(3) 5(4) 4(3) 3(2) 2 1] double
#= no double +0.7340 ± 0.0040, double and take +0.7799 ± 0.0044, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 412
#? [double]
# 60 against 69 pips: a lead of 15%
412 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 7(2) 6(3) 5(4) 4(2) 3(2) 2 1] double
#= no double +0.9100 ± 0.0029, double and take +1.1323 ± 0.0033, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 413
#? [double]
# 60 against 71 pips: a lead of 18%
413 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 6(6) 5(3) 4(3) 3(2) 2] double
#= no double +0.9046 ± 0.0030, double and take +1.1397 ± 0.0037, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 414
#? [double]
414 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 7 6(3) 5(4) 4(3) 3(2) 2 1] take
#= no double +0.7308 ± 0.0042, double and take +0.7756 ± 0.0046, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 415
#? [take]
415 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 7(2) 6(3) 5(4) 4(2) 3(2) 2 1] take
#= no double +0.9049 ± 0.0034, double and take +1.1280 ± 0.0038, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 416
#? [pass]
416 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 6(6) 5(3) 4(3) 3(2) 2] take
#= no double +0.9041 ± 0.0027, double and take +1.1419 ± 0.0034, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 417
#? [pass]
# 70 against 73 pips: a lead of 4%
417 [X 6(6) 5(3) 4(3) 3 2(2) O 6(6) 5(4) 4(3) 3 2] double
#= no double +0.4924 ± 0.0049, double and take +0.4285 ± 0.0055, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 418
#? [no double]
# 70 against 76 pips: a lead of 9%
418 [X 6(6) 5(3) 4(3) 3 2(2) O 8 7 6(4) 5(4) 4(3) 3 2] double
#= no double +0.7066 ± 0.0043, double and take +0.7444 ± 0.0046, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 419
#? [double]
# 70 against 77 pips: a lead of 10%
419 [X 6(6) 5(3) 4(3) 3 2(2) O 8 7(2) 6(3) 5(4) 4(3) 3 2] double
#= no double +0.7885 ± 0.0039, double and take +0.8728 ± 0.0044, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 420
#? [double]
# 70 against 80 pips: a lead of 14%
420 [X 6(6) 5(3) 4(3) 3 2(2) O 9 8 7 6(4) 5(3) 4(3) 3 2] double
#= no double +0.8899 ± 0.0029, double and take +1.0841 ± 0.0036, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 421
#? [double]
# 70 against 82 pips: a lead of 17%
421 [X 6(6) 5(3) 4(3) 3 2(2) O 8(3) 6(5) 5(2) 4(3) 3(2)] double
#= no double +0.9398 ± 0.0022, double and take +1.2574 ± 0.0029, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 422
#? [double]
422 [X 6(6) 5(3) 4(3) 3 2(2) O 8 7(2) 6(3) 5(4) 4(3) 3 2] take
#= no double +0.7858 ± 0.0040, double and take +0.8729 ± 0.0044, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 423
#? [take]
423 [X 6(6) 5(3) 4(3) 3 2(2) O 9 8 7 6(4) 5(3) 4(3) 3 2] take
#= no double +0.8911 ± 0.0027, double and take +1.0857 ± 0.0036, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 424
#? [pass]
424 [X 6(6) 5(3) 4(3) 3 2(2) O 8(3) 6(5) 5(2) 4(3) 3(2)] take
#= no double +0.9383 ± 0.0019, double and take +1.2530 ± 0.0031, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 425
#? [pass]
# 80 against 84 pips: a lead of 5%
425 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 6(5) 5(3) 4(3) 3] double
#= no double +0.5345 ± 0.0046, double and take +0.4873 ± 0.0053, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 426
#? [no double]
# 80 against 87 pips: a lead of 9%
426 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 8(2) 7 6(4) 5(3) 4(3) 3] double
#= no double +0.7161 ± 0.0042, double and take +0.7530 ± 0.0045, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 427
#? [double]
# 80 against 88 pips: a lead of 10%
427 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] double
#= no double +0.7727 ± 0.0033, double and take +0.8329 ± 0.0040, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 428
#? [double]
# 80 against 92 pips: a lead of 15%
428 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(4) 5(4) 4(2)] double
#= no double +0.9100 ± 0.0026, double and take +1.1272 ± 0.0034, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 429
#? [double]
# 80 against 94 pips: a lead of 18%
429 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(3) 6(4) 5(3) 4(2)] double
#= no double +0.9474 ± 0.0019, double and take +1.2678 ± 0.0033, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 430
#? [double]
430 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9 8 7 6(4) 5(3) 4(3) 3] take
#= no double +0.7666 ± 0.0036, double and take +0.8335 ± 0.0041, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 431
#? [take]
431 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(2) 6(4) 5(4) 4(2)] take
#= no double +0.9124 ± 0.0026, double and take +1.1258 ± 0.0034, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 432
#? [pass]
432 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 9(2) 8 7(3) 6(4) 5(3) 4(2)] take
#= no double +0.9476 ± 0.0019, double and take +1.2636 ± 0.0030, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 433
#? [pass]
# 90 against 94 pips: a lead of 4%
433 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 9(2) 8 7(3) 6(4) 5(3) 4(2)] double
#= no double +0.4955 ± 0.0049, double and take +0.4253 ± 0.0053, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 434
#? [no double]
# 90 against 98 pips: a lead of 9%
434 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 11 10 8(2) 7(2) 6(4) 5(3) 4(2)] double
#= no double +0.7316 ± 0.0037, double and take +0.7620 ± 0.0040, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 435
#? [double]
# 90 against 99 pips: a lead of 10%
435 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 11 10 9 8 7(2) 6(4) 5(3) 4(2)] double
#= no double +0.7838 ± 0.0032, double and take +0.8390 ± 0.0039, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 436
#? [double]
# 90 against 103 pips: a lead of 14%
436 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 11 9 8(3) 7(2) 6(5) 5(3)] double
#= no double +0.9125 ± 0.0027, double and take +1.1093 ± 0.0038, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 437
#? [double]
# 90 against 105 pips: a lead of 17%
437 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 12 10 8(3) 7(2) 6(5) 5(3)] double
#= no double +0.9473 ± 0.0020, double and take +1.2314 ± 0.0034, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 438
#? [double]
438 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 11 10 9 8 7(2) 6(4) 5(3) 4(2)] take
#= no double +0.7835 ± 0.0043, double and take +0.8366 ± 0.0048, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 439
#? [take]
439 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 11 9 8(3) 7(2) 6(5) 5(3)] take
#= no double +0.9109 ± 0.0027, double and take +1.1171 ± 0.0035, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 440
#? [pass]
440 [X 10 9(2) 7(2) 6(3) 5(3) 4(3) 3 O 12 10 8(3) 7(2) 6(5) 5(3)] take
#= no double +0.9466 ± 0.0021, double and take +1.2291 ± 0.0038, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 441
#? [pass]
# 100 against 105 pips: a lead of 5%
441 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 10 8(3) 7(2) 6(5) 5(3)] double
#= no double +0.5261 ± 0.0048, double and take +0.4653 ± 0.0055, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 442
#? [no double]
# 100 against 109 pips: a lead of 9%
442 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 11 9(2) 8(2) 7 6(5) 5(3)] double
#= no double +0.7505 ± 0.0042, double and take +0.7848 ± 0.0045, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 443
#? [double]
# 100 against 110 pips: a lead of 10%
443 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12(2) 9(2) 8(2) 7 6(5) 5(3)] double
#= no double +0.7948 ± 0.0036, double and take +0.8485 ± 0.0046, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 444
#? [double]
# 100 against 114 pips: a lead of 14%
444 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 10(2) 8(4) 7(3) 6(4) 5] double
#= no double +0.9256 ± 0.0023, double and take +1.1222 ± 0.0035, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 445
#? [double]
# 100 against 117 pips: a lead of 17%
445 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12(2) 11 8(4) 7(3) 6(4) 5] double
#= no double +0.9618 ± 0.0014, double and take +1.2862 ± 0.0035, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 446
#? [double]
446 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12(2) 9(2) 8(2) 7 6(5) 5(3)] take
#= no double +0.7903 ± 0.0046, double and take +0.8474 ± 0.0049, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 447
#? [take]
447 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 10(2) 8(4) 7(3) 6(4) 5] take
#= no double +0.9287 ± 0.0029, double and take +1.1272 ± 0.0039, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 448
#? [pass]
448 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12(2) 11 8(4) 7(3) 6(4) 5] take
#= no double +0.9596 ± 0.0019, double and take +1.2880 ± 0.0036, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 449
#? [pass]
# 110 against 115 pips: a lead of 5%
449 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12 11 10 8(4) 7(3) 6(4) 5] double
#= no double +0.5034 ± 0.0048, double and take +0.4288 ± 0.0055, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 450
#? [no double]
# 110 against 120 pips: a lead of 9%
450 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(2) 11 9(2) 8(3) 7(2) 6(4) 5] double
#= no double +0.7684 ± 0.0043, double and take +0.8013 ± 0.0050, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 451
#? [double]
# 110 against 121 pips: a lead of 10%
451 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 9(2) 8(3) 7(2) 6(4) 5] double
#= no double +0.8083 ± 0.0039, double and take +0.8669 ± 0.0051, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 452
#? [double]
# 110 against 126 pips: a lead of 15%
452 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 10(2) 9 8(3) 7(2) 6(3) 5] double
#= no double +0.9390 ± 0.0024, double and take +1.1696 ± 0.0042, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 453
#? [double]
# 110 against 128 pips: a lead of 16%
453 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 10(2) 9(2) 8(3) 7 6(3) 5] double
#= no double +0.9611 ± 0.0019, double and take +1.2602 ± 0.0041, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 454
#? [double]
454 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 9(2) 8(3) 7(2) 6(4) 5] take
#= no double +0.8071 ± 0.0041, double and take +0.8612 ± 0.0046, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 455
#? [take]
455 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 10(2) 9 8(3) 7(2) 6(3) 5] take
#= no double +0.9412 ± 0.0025, double and take +1.1656 ± 0.0040, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 456
#? [pass]
456 [X 12(2) 9(2) 8(2) 7 6(5) 5(3) O 12(3) 10(2) 9(2) 8(3) 7 6(3) 5] take
#= no double +0.9652 ± 0.0022, double and take +1.2713 ± 0.0039, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 457
#? [pass]

# Redoubles.

# 60 against 64 pips
457 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 6(3) 5(5) 4(3) 3(2) 2 1] cube 2 own double
#= no double +0.6222 ± 0.0045, double and take +0.5221 ± 0.0059, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 458
#? [no double]
# 60 against 67 pips
458 [X 7 6(2) 5(3) 4(3) 3(3) 2(2) 1 O 7(2) 6(2) 5(4) 4(3) 3(2) 2 1] cube 2 own double
#= no double +0.8615 ± 0.0034, double and take +0.9745 ± 0.0042, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 459
#? [double]
# 80 against 85 pips
459 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 8(3) 7 6(4) 5(3) 4(3) 3] cube 2 own double
#= no double +0.6643 ± 0.0038, double and take +0.5950 ± 0.0048, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 460
#? [no double]
# 80 against 89 pips
460 [X 9 8 7 6(4) 5(3) 4(3) 3 2 O 10 9(2) 7 6(4) 5(3) 4(3) 3] cube 2 own double
#= no double +0.8427 ± 0.0031, double and take +0.9188 ± 0.0040, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 461
#? [double]
# 100 against 106 pips
461 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 11 8(3) 7(2) 6(5) 5(3)] cube 2 own double
#= no double +0.6565 ± 0.0042, double and take +0.5513 ± 0.0058, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 462
#? [no double]
# 100 against 112 pips
462 [X 11 10 9(2) 7(2) 6(4) 5(3) 4(2) O 12 10(2) 8(3) 7(3) 6(5) 5] cube 2 own double
#= no double +0.8930 ± 0.0028, double and take +0.9968 ± 0.0039, pass +1.0000
#= 324 trials each; rollout by gnubg.wd 800d82b7a0c1: cubeful, 0-ply, luck quick, seed 463
#? [double]
