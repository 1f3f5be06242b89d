// Package race counts races by the methods of the literature, as players do at the board. The
// evaluators do not use these counts.
//
// In all methods but Kleinman's the count of the player on roll grows by a share of itself. Its
// excess over the opponent's count decides: the player doubles up to a first limit, redoubles up
// to a second one, and the opponent takes from a third one on.
//
//   - Trice: the effective pip count (EPC), the mean number of rolls to bear off times 49/6, the mean
//     number of pips of a roll. It is exact where a one-sided database contains the side (Walter
//     Trice, Backgammon Boot Camp, 2004). It grows by a seventh.
//   - Kleinman: K = (D+4)²/(S-4), with the difference D and the sum S of the pip counts. The winning
//     chance is that of a normal distribution (Danny Kleinman, Vision Laughs at Counting, 1980).
//     The limits of K are those of Øystein Johansen (rec.games.backgammon, 2001).
//   - Thorp: pips, 2 for each checker on the board, 1 for each on the 1 point, less 1 for each
//     occupied home point. It grows by a tenth if it is above 30 (Edward Thorp).
//   - Keith: pips, 2 for each checker after the first on the 1 point, 1 for each after the first on
//     the 2 point and after the third on the 3 point, 1 for each gap on the 4, 5 and 6 points. It
//     grows by a seventh, rounded down (Tom Keith, Cube Handling in Noncontact Positions, 2004).
//   - Isight: pips, 1 for each checker on the board that the opponent does not have, 2 for each
//     after the second on the 1 point, 1 for each after the second on the 2 point and after the
//     third on the 3 point, 1 for each gap on the 4, 5 and 6 points that the opponent does not
//     have, 1 for each crossover to the home board that the opponent does not need. It grows by a
//     sixth; the winning chance is 80 % less a third of the count, plus 2 % for each point that the
//     opponent's count is higher (Axel Reichert, Improved Cube Handling in Races: Insights with
//     Isight, 2014).
package race
