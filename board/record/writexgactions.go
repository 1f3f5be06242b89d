package record

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record/internal/xgfile"
)

// double writes a double; its answers follow.
func (x *xgWriter) double(r *Replay) error {
	c := newXGCube()
	if err := x.place(r, c); err != nil {
		return err
	}
	c.Double = 1
	c.Comment = x.comment(joinComments(x.takeRemark(), r.Action.Comment))
	x.writeCube(r, c)
	x.offer = c
	x.file.Records = append(x.file.Records, c)
	return nil
}

// takeRemark returns and clears the comment on a position that was set; the
// next record has it.
func (x *xgWriter) takeRemark() string {
	if x.changed == nil || x.changed.Comment < 0 {
		x.changed = nil
		return ""
	}
	text := x.file.Comments[x.changed.Comment]
	x.changed = nil
	return text
}

// writeCube writes the analysis of a cube decision.
func (x *xgWriter) writeCube(r *Replay, c *xgfile.Cube) {
	a := r.Action.Analysis
	if a == nil || a.Cube == nil || a.Source != xgSource {
		return
	}
	c.Double = max(c.Double, 0)
	c.Level = int32(levelOfXG(a.Cube.Level))
	p := &c.Analysis
	p.Position, p.Level = positionOfXG(&r.Position), c.Level
	p.Away, p.Cube, p.Owner = xgAway(r), int32(r.Match.Cube), xgOwner(r)
	p.Rolling = estimateOfXG(&a.Cube.Estimate)
	p.Equities = [3]float32{float32(a.Cube.Equity), float32(a.Cube.DoubleTake), float32(a.Cube.DoublePass)}
}

// xgAway returns the points that the player on roll and the opponent need.
func xgAway(r *Replay) (away [2]int32) {
	if m := &r.Match; m.Length > 0 {
		away = [2]int32{int32(m.Length - m.Score[m.Roller]), int32(m.Length - m.Score[m.Roller.Opponent()])}
	}
	return away
}

// xgOwner returns the owner of the cube: 1 the player on roll, -1 the opponent.
func xgOwner(r *Replay) int32 {
	return signInXG(r.Match.Owner) * whoInXG(r.Match.Roller)
}

// answer adds the answer to the record of the double.
func (x *xgWriter) answer(a *Action) error {
	c := x.offer
	field := &c.Answer
	for _, next := range []*int32{&c.Beaver, &c.Raccoon} {
		if *field >= 0 {
			field = next
		}
	}
	if *field >= 0 || field == &c.Raccoon && a.Kind == Beaver {
		return fmt.Errorf("an .xg file cannot hold more doubles in a turn than a beaver and a raccoon")
	}
	*field = map[Kind]int32{Drop: 0, Take: 1, Beaver: 2}[a.Kind]
	if a.Comment == "" {
		return nil
	}
	if c.Comment >= 0 {
		text := &x.file.Comments[c.Comment]
		*text = joinComments(*text, a.Comment)
	} else {
		c.Comment = x.comment(a.Comment)
	}
	return nil
}

// roll writes a roll and the decision about the cube before it.
func (x *xgWriter) roll(r *Replay) error {
	a := &r.Action
	if !a.Roll.Valid() {
		return nil // XG has no turns without a roll
	}
	cube, err := x.cube(r)
	if err != nil {
		return err
	}
	remark := x.takeRemark()
	if x.offer == nil || x.offer.Who != whoInXG(a.Player) {
		c := newXGCube()
		if err := x.place(r, c); err != nil {
			return err
		}
		before := r.State
		before.Match.Dice = board.Roll{}
		if before.Plies > 0 && before.MayDouble() == nil {
			c.Double = 0
		}
		x.writeCube(r, c)
		x.offer = c
		x.file.Records = append(x.file.Records, c)
	}
	x.offer.Roll = a.Roll.String()
	x.offer = nil
	move := x.moveRecord(r, cube)
	move.Comment = x.comment(joinComments(remark, a.Comment))
	x.file.Records = append(x.file.Records, move)
	return nil
}

// moveRecord returns the record of a roll.
func (x *xgWriter) moveRecord(r *Replay, cube int32) *xgfile.Move {
	a := &r.Action
	m := &xgfile.Move{
		Before: xgSeenByFirst(r), Who: whoInXG(a.Player), Dice: [2]int32{int32(a.Roll[0]), int32(a.Roll[1])}, Cube: cube,
		Error: xgfile.NoError, Luck: xgfile.NoError, Level: -1, LuckLevel: -1,
	}
	for i := range m.Rollouts {
		m.Rollouts[i] = -1
	}
	if a.Kind == Move {
		after := r.Play.Result.Swap()
		m.After = positionOfXG(&after)
		for i := range m.Steps {
			m.Steps[i] = -1
		}
		for i, s := range r.written() {
			m.Steps[2*i], m.Steps[2*i+1] = int32(s.From)-1, int32(s.To)-1
		}
	}
	if a.Analysis != nil && a.Analysis.Source == xgSource {
		x.candidates(m, r)
	}
	return m
}

// candidates writes the analysis of a roll.
func (x *xgWriter) candidates(m *xgfile.Move, r *Replay) {
	a := r.Action.Analysis
	if a.Luck != nil {
		m.Luck, m.LuckLevel = *a.Luck, 0
	}
	for i, c := range a.Plays[:min(len(a.Plays), xgfile.MaxCandidates)] {
		v := &m.Candidates[i]
		v.Level, v.Evaluation = int16(levelOfXG(c.Level)), estimateOfXG(&c.Estimate)
		for k := range v.Steps {
			v.Steps[k] = -1
		}
		for k, s := range c.Steps[:min(len(c.Steps), maxSteps)] {
			v.Steps[2*k], v.Steps[2*k+1] = int8(s.From)-1, int8(s.To)-1
		}
		if result, ok := after(r.Position, c.Steps); ok {
			mine := result.Swap()
			v.Position = positionOfXG(&mine)
		}
		m.Level = max(m.Level, int32(v.Level))
	}
	m.Count = int32(min(len(a.Plays), xgfile.MaxCandidates))
	m.Head = xgfile.CandidatesHead{
		Position: positionOfXG(&r.Position), Dice: m.Dice, Level: m.Level, Away: xgAway(r), Cube: int32(r.Match.Cube), Owner: xgOwner(r),
	}
}
