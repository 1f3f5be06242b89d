// Package td trains nets by temporal differences, TD(λ), from games that they
// play against themselves (Tesauro, Temporal Difference Learning and
// TD-Gammon, 1995; Sutton and Barto, Reinforcement Learning, chapter 12).
//
// A net V answers for the player on roll before the dice. Of a game with the
// positions s_0 … s_T-1 and its result s_T, position s_t learns towards the
// λ-return, computed backwards,
//
//	G_t = (1-λ)·V(s_t+1) + λ·G_t+1,    G_T = the result,
//
// where V(s_t+1) and G_t+1 are turned round, the other player being on roll at
// t+1, and what cannot happen any more at s_t is ruled out. The step goes against
// the gradient of a loss ([Loss]).
//
// Three forms of the update exist. The online form ([OnlineUpdate]) carries
// eligibility traces and changes the weights after every play; it is the
// reference. The games form ([GamesUpdate]) plays games with frozen weights and
// then steps through their positions towards their returns; it is much faster
// and uses many workers. On a net that stays frozen both give the same update.
//
// The batch form ([BatchUpdate]) is for deep nets. It plays rounds of some hundred
// games with frozen weights and then learns from all their positions in batches,
// shuffled, by Adam or plain gradient descent (package nets/learn). The returns are
// those of the frozen net. With exact targets ([ExactTargets]) they are free of the
// luck of the dice: they are built on E(s_t), the mean over the 21 rolls of the
// net's evaluations after the best play, and
//
//	G_t = E(s_t) + λ·(G_t+1 - V(s_t+1)),    G_T = E(s_T) at the last position,
//
// with G_t+1 and V(s_t+1) turned round. The luck of a roll is V after the play less
// E before it, and cancels. With λ = 0 the target is E(s_t).
//
// After an exploring play λ counts as 0 in all forms: what follows does not bear on
// the value of the position.
//
// Games begin with the variant's opening, or a share of them in positions of pools
// ([Config.SetStarts], package engine/selfplay), which a run names by digest.
//
// For every form the result is the same for any number of workers, and for a run
// that was interrupted and resumed.
package td
