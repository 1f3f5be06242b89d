package features

import (
	"fmt"
	"strings"

	"gammonlab/board"
)

// Inputs implements [Set].
func (gnubgBase200) Inputs() []Input {
	return append(baseInputs("opp", "opponent's"), baseInputs("own", "own")...)
}

// baseInputs documents the base units of a side, from its ace point to its bar.
func baseInputs(side, whose string) []Input {
	all := pointInputs(side, whose, 24)
	on := fmt.Sprintf("n = %s checkers on the bar", whose)
	return append(all,
		Input{side + ".bar1+", groupBar, "1 if n ≥ 1; " + on},
		Input{side + ".bar2+", groupBar, "1 if n ≥ 2; " + on},
		Input{side + ".bar3+", groupBar, "1 if n ≥ 3; " + on},
		Input{side + ".bar.spares", groupBar, "(n-3)/2 if n > 3; " + on})
}

// pointInputs documents the units of the first points of a side. The names use
// the numbers of the player on roll, also for the opponent's points.
func pointInputs(side, whose string, count int) []Input {
	var all []Input
	for point := 1; point <= count; point++ {
		number := point
		if side == "opp" {
			number = board.Bar - point
		}
		all = append(all, unitInputs(side, whose, side, number, "1", "2")...)
	}
	return all
}

// Inputs implements [Set].
func (gnubgRace214) Inputs() []Input {
	return append(raceInputs("opp", "opponent's"), raceInputs("own", "own")...)
}

func raceInputs(side, whose string) []Input {
	all := pointInputs(side, whose, racePoints)
	for off := 1; off < board.MaxCheckers; off++ {
		all = append(all, Input{fmt.Sprintf("%s.off%d", side, off), groupOff,
			fmt.Sprintf("1 if n = %d; n = %s checkers borne off", off, whose)})
	}
	return append(all, Input{side + ".crossovers", "crossovers",
		fmt.Sprintf("Σ q·n / 10 over the points 7 to 24 by the side's own numbers, n = %s checkers there, "+
			"q = quarters of the board to cross: 1 from 7 on, 2 from 13, 3 from 19", whose)})
}

// Inputs implements [Set].
func (s gnubgExpert) Inputs() []Input {
	all := gnubgBase200{}.Inputs()
	// In the contact sets the units of a side's checkers off are in the other
	// side's block.
	ownOff, oppOff := "own", "opp"
	if !s.crashed {
		ownOff, oppOff = "opp", "own"
	}
	all = append(all, s.offInputs(ownOff)...)
	all = append(all, s.blockInputs("own")...)
	all = append(all, s.offInputs(oppOff)...)
	return append(all, s.blockInputs("opp")...)
}

// offInputs documents the units of a side's checkers off.
func (s gnubgExpert) offInputs(side string) []Input {
	step := 3
	if s.crashed {
		step = 5
	}
	off := fmt.Sprintf("f = %s checkers borne off", map[string]string{"own": "own", "opp": "opponent's"}[side])
	return []Input{
		{side + ".off1", groupOff, fmt.Sprintf("f/%d, at most 1; %s", step, off)},
		{side + ".off2", groupOff, fmt.Sprintf("(f-%d)/%d, 0 to 1; %s", step, step, off)},
		{side + ".off3", groupOff, fmt.Sprintf("(f-%d)/%d, at least 0; %s", 2*step, step, off)},
	}
}

// blockInputs documents the units of a block from the fourth on.
func (s gnubgExpert) blockInputs(side string) []Input {
	strength := "a checker"
	if s.version >= 2 {
		strength = "two checkers"
	}
	self, other := "the player on roll", "the opponent"
	if side == "opp" {
		self, other = other, self
	}
	words := strings.NewReplacer("SELF", self, "OTHER", other, "STRENGTH", strength)
	var all []Input
	for _, u := range unitDocs {
		all = append(all, Input{side + "." + u.Name, u.Group, words.Replace(u.Meaning)})
	}
	return all
}

// unitDocs documents the hand-crafted units after those of the checkers off, in
// order. SELF and OTHER stand for the sides; points have SELF's numbers.
var unitDocs = [gnubgUnits - unitBreakContact]Input{
	{"breakcontact", "break contact",
		"pips that SELF needs to leave OTHER behind: Σ (p-L+1)·n / 167 over the points p > L and the bar, p = 25, " +
			"n = SELF's checkers there, L = point of OTHER's rearmost checker as SELF numbers it, 0 if that is on the bar"},
	{"backchecker", "back checker",
		"(p-1)/24; p = point of SELF's rearmost checker, 25 on the bar"},
	{"backanchor", "anchors",
		"(p-1)/24; p = SELF's rearmost point of two or more checkers, 0 if there is none"},
	{"forwardanchor", "anchors",
		"(25-p)/6; p = SELF's lowest made point of 19 to 24, else its highest of 13 to 18; 2 if there is none"},
	{"piploss", "piploss",
		"Σ w·l / 432 over the 21 rolls, w = 1 for doubles and 2 for others, l = most pips that OTHER loses by a hit; " +
			"blots of OTHER on SELF's 1 and 2 points count if SELF has STRENGTH on three home points or more; " +
			"home points of exactly two checkers do not hit; with one checker on the bar others hit with one die " +
			"if the other die enters, with more on the bar only they hit, with one die"},
	{"hits1", "hits",
		"throws of 36 with which SELF hits a checker or more, / 36; blots and hitters as in piploss"},
	{"hits2", "hits",
		"throws of 36 with which SELF hits two checkers or more, / 36; blots and hitters as in piploss"},
	{"backescapes", "escapes",
		"e/36; e = throws of 36 with which OTHER's rearmost checker passes SELF's points: x+y is open and so is x or y"},
	{"backcontain", "contain",
		"a = (36-e)/36; e = fewest escapes of a checker of OTHER from SELF's 9 point down to its rearmost one, " +
			"36 if that is beyond the 9 point"},
	{"backcontain2", "contain",
		"square of backcontain"},
	{"contain", "contain",
		"c = (36-e)/36; e = fewest escapes of a checker of OTHER from one of SELF's points 1 to 9"},
	{"contain2", "contain",
		"square of contain"},
	{"mobility", "mobility",
		"Σ (p-6)·n·e / 3600 over the points p from 7 to 25, the bar; n = SELF's checkers there, " +
			"e = throws of 36 with which they pass OTHER's points"},
	{"moment", "moment",
		"m/400; m = mean square of the distances of SELF's checkers behind their mean point from it, " +
			"mean point and m rounded up; 0 if there is none behind"},
	{"enter", "enter",
		"Σ l / 294 over the 36 throws, l = pips that SELF cannot play because it does not enter from the bar; 0 if it is not there"},
	{"enter2", "enter",
		"(36-h²)/36; h = points of OTHER's home that are open to SELF, be it on the bar or not"},
	{"timing", "timing",
		"t/100; t = pips that SELF can play with spare checkers: those of its points behind OTHER's rearmost checker " +
			"and above 12 beyond two, all others outside home, those at home beyond two; less what home lacks to two on each point " +
			"as far as there are spares"},
	{"backbone", "backbone",
		"1 - Σ v / 11k over SELF's k made points from 2 on but the rearmost; d = distance to the rearmost, " +
			"v = 11 for d ≤ 6, 13-d for d ≤ 11, else 0; 0 if there are none"},
	{"backgame2", "backgame",
		"(z-3)/4 if SELF has two or more anchors on the points 19 to 24, else 0; z = its checkers there and on the bar"},
	{"backgame1", "backgame",
		"z/8 if SELF has one anchor on the points 19 to 24, else 0; z = its checkers there and on the bar"},
	{"freepips", "freepips",
		"Σ p·n / 100 over the points p < L; n = SELF's checkers there, L = point of OTHER's rearmost checker as SELF numbers it"},
	{"backescapes.part", "escapes",
		"e/36; e = throws of backescapes that bring OTHER's rearmost checker beyond the first of SELF's points ahead of it; " +
			"0 if there is no point ahead"},
}
