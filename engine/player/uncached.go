package player

import "gammonlab/engine"

// Counter is a player that counts its work. Clones count their own.
type Counter interface{ Counts() engine.Counts }

// Counts implements [Counter].
func (a *adviser) Counts() engine.Counts { return a.advice.Static().Counts() }

// Uncached returns a player with the decisions of p that keeps no evaluations from one
// decision to the next, so the work of a decision does not depend on earlier ones. For
// players that are no nets it returns p.
func Uncached(p engine.Player) engine.Player {
	switch p := p.(type) {
	case *LookAhead:
		return &LookAhead{adviser{advice: p.advice.Uncached()}}
	case *Noisy:
		return newNoisy(p.advice.Uncached(), p.noise)
	}
	return p
}
