package analysis

import (
	"cmp"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/internal/setting"
)

// Thresholds are the bounds, in normalised equity, by which decisions and rolls are graded. 0
// stands for the default, which is that of GNU Backgammon 1.07. They change no equity and no
// error, only what is counted.
type Thresholds struct {
	// Close bounds close decisions. GNU Backgammon's manual has 0.25.
	Close engine.Equity `json:"close_within,omitempty" default:"0.16" help:"count a decision not to double as close if a double costs less than <EQUITY>"`

	Doubtful  engine.Equity `json:"doubtful,omitempty" default:"0.03" help:"mark errors above <EQUITY> as doubtful"`
	Bad       engine.Equity `json:"bad,omitempty" default:"0.06" help:"mark errors above <EQUITY> as bad"`
	VeryBad   engine.Equity `json:"very_bad,omitempty" default:"0.12" help:"mark errors above <EQUITY> as very bad"`
	Lucky     engine.Equity `json:"lucky,omitempty" default:"0.3" help:"mark rolls with luck above <EQUITY> as lucky, and below the negative as unlucky"`
	VeryLucky engine.Equity `json:"very_lucky,omitempty" default:"0.6" help:"mark rolls with luck above <EQUITY> as very lucky, and below the negative as very unlucky"`
}

// Validate returns an error for a bound that is not above 0 or above the bound before it.
func (t *Thresholds) Validate() error {
	c := t.complete()
	above := func(name, below setting.Name, x, least engine.Equity) error {
		return setting.Check(name, x > least, "is %v, want more than %s, %v", float64(x), below, float64(least))
	}
	positive := func(name setting.Name, x engine.Equity) error {
		return setting.Check(name, x > 0, "is %v, want more than 0", float64(x))
	}
	return cmp.Or(positive("close_within", c.Close), positive("doubtful", c.Doubtful), positive("lucky", c.Lucky),
		above("bad", "doubtful", c.Bad, c.Doubtful), above("very_bad", "bad", c.VeryBad, c.Bad),
		above("very_lucky", "lucky", c.VeryLucky, c.Lucky))
}

// complete returns the bounds with the defaults instead of 0.
func (t *Thresholds) complete() Thresholds {
	return Thresholds{
		Close:    cmp.Or(t.Close, advice.CloseWithin),
		Doubtful: cmp.Or(t.Doubtful, 0.03), Bad: cmp.Or(t.Bad, 0.06), VeryBad: cmp.Or(t.VeryBad, 0.12),
		Lucky: cmp.Or(t.Lucky, 0.3), VeryLucky: cmp.Or(t.VeryLucky, 0.6),
	}
}

// grade sets what depends on the bounds, which are complete: the marks of a decision and of
// its roll, and whether it is close.
func (t *Thresholds) grade(d *Decision) {
	d.Mark = t.mark(d.Error.Equity)
	if d.Luck != nil {
		d.Luck.Mark = t.luckMark(d.Luck.Equity)
	}
	if d.Cube != nil {
		double := advice.WeighDouble(&d.Verdict.Alternatives, false)
		d.Close = double.Close(float64(t.Close))
	}
}

// mark returns the mark of an error, which is a normalised equity of 0 or more.
func (t *Thresholds) mark(lost float64) Mark {
	switch x := engine.Equity(lost); {
	case x > t.VeryBad:
		return VeryBad
	case x > t.Bad:
		return Bad
	case x > t.Doubtful:
		return Doubtful
	}
	return Unmarked
}

// luckMark returns the mark of a roll's luck in normalised equity.
func (t *Thresholds) luckMark(luck float64) LuckMark {
	switch x := engine.Equity(luck); {
	case x > t.VeryLucky:
		return VeryLucky
	case x > t.Lucky:
		return Lucky
	case x < -t.VeryLucky:
		return VeryUnlucky
	case x < -t.Lucky:
		return Unlucky
	}
	return Ordinary
}

// LuckMarkOf returns the mark of a roll's luck in normalised equity by the default bounds.
func LuckMarkOf(luck float64) LuckMark {
	defaults := (&Thresholds{}).complete()
	return defaults.luckMark(luck)
}
