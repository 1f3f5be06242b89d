package player

import (
	"cmp"
	"fmt"
	"strconv"

	"gammonlab/engine"
	"gammonlab/engine/player/external"
)

// Spec returns a text from which [Parse] returns a player with the same plays
// and cube decisions as p; it does not include the rules. For a net player the
// text contains the given name as the model, and Spec also returns its
// evaluator; for others the evaluator is nil. Players that are other programs,
// that Parse cannot return, or whose decisions depend on the speed of the machine have no spec.
func Spec(p engine.Player, model string) (spec string, evaluator *engine.Full, err error) {
	switch p := p.(type) {
	case Pubeval:
		return "pubeval", nil, nil
	case *Random:
		return "random", nil, nil
	case *LookAhead:
		if err := p.timeless(); err != nil {
			return "", nil, err
		}
		return p.spec(model, nil), p.advice.Static(), nil
	case *Noisy:
		if err := cmp.Or(p.noise.check(), p.timeless()); err != nil {
			return "", nil, err
		}
		return p.spec(model, &p.noise), p.advice.Static(), nil
	case external.Program:
		return "", nil, fmt.Errorf("the player %s is a program on this machine", p.Name())
	}
	return "", nil, fmt.Errorf("the player %T has no text form", p)
}

// check returns an error for noise that a spec cannot express.
func (n *Noise) check() error {
	if n.Validate() != nil || n.Plays == 0 && n.Cube == 0 {
		return fmt.Errorf("a player with noise of %v in plays and %v in cube decisions has no text form", n.Plays, n.Cube)
	}
	return nil
}

// timeless returns an error if the player's decisions depend on the speed of the machine.
func (a *adviser) timeless() error {
	if o := a.advice.SearchOptions(); o.Time > 0 {
		return fmt.Errorf("the decisions of a player with %v each depend on the speed of this machine", o.Time)
	}
	return nil
}

// spec returns the spec of a net player; noise is nil if it has none.
func (a *adviser) spec(model string, noise *Noise) string {
	text := "net:" + model
	o := a.advice.SearchOptions()
	depths := o.Depths()
	switch {
	case depths.Rollers > 0:
		text += fmt.Sprintf(",rollers=%d,filter=%v", depths.Rollers, depths.Filter)
	case max(depths.Plies, depths.ForCube()) > 0:
		text += fmt.Sprintf(",plies=%d,filter=%v", depths.Plies, depths.Filter)
		if depths.ForCube() != depths.Plies {
			text += fmt.Sprintf(",cubeplies=%d", depths.ForCube())
		}
	}
	if o.NoPruning && max(depths.ForPlays(), depths.ForCube()) > 0 {
		text += ",prune=off"
	}
	if e := a.advice.Efficiency(); e != nil {
		text += ",cube=" + e.Name
	}
	if met := a.advice.OwnMET(); met != "" {
		text += ",met=" + met
	}
	if noise == nil {
		return text
	}
	text += ",noise=" + exact(noise.Plays) + ",cubenoise=" + exact(noise.Cube)
	if noise.Gnubg {
		text += ",noiseshares=gnubg"
	}
	return text
}

func exact(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
