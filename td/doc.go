// Package td trains nets by temporal differences, TD(λ), from games that they
// play against themselves (Tesauro, Temporal Difference Learning and
// TD-Gammon, 1995; Sutton and Barto, Reinforcement Learning, chapter 12).
//
// A run trains one net for all positions, or several nets of a model, each for the
// positions of a class ([nets.Shape]). V is the evaluation of a position by the
// net of its class, for the player on roll, before the roll. For a game with
// the positions s_0 … s_T-1 and the result s_T, the target of position s_t is the
// λ-return, computed backwards:
//
//	G_t = (1-λ)·V(s_t+1) + λ·G_t+1,    G_T = the result,
//
// V(s_t+1) and G_t+1 are seen from the other side, since the other player is on roll at
// t+1. Outcomes that are impossible at s_t get probability 0. The step goes against the
// gradient of a loss ([Loss]) and changes the net that evaluates s_t. A pruning net of
// that class learns the same targets, if it is in training.
//
// Three forms of the update exist. The online form ([OnlineUpdate]) carries eligibility
// traces and changes the weights after every play; it is the reference. The games form
// ([GamesUpdate]) plays games with frozen weights and then takes a step for each of
// their positions; it is much faster and uses many workers. For frozen weights both
// give the same update.
//
// The batch form ([BatchUpdate]) is for deep nets. It plays rounds of some hundred
// games with frozen weights and then learns from all their positions in batches,
// shuffled, by Adam or plain gradient descent (package nets/learn). The returns are
// those of the frozen net. With exact targets ([ExactTargets]) they are luck-adjusted:
// E(s_t) is the mean over the 21 rolls of the net's evaluations after the best play,
// and
//
//	G_t = E(s_t) + λ·(G_t+1 - V(s_t+1)),    G_T = E(s_T) at the last position,
//
// with G_t+1 and V(s_t+1) seen from the other side. The luck of a roll, V after the
// play less E before it, cancels. With λ = 0 the target is E(s_t).
//
// After an exploring (random) play, λ is 0 in all forms, because the rest of the game
// is no evidence for the value of the position.
//
// Games begin with the variant's opening; a share of them can begin with positions of
// pools ([Config.SetStarts], package engine/player). A run records the digests of its
// pools.
//
// For every form, the result is the same for any number of workers and after any
// interruption.
package td
