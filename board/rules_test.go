package board

import (
	"slices"
	"testing"
)

// Points are numbered from the point of view of the player on roll, also in
// opp, the opponent's checkers.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule string
		own  Side
		opp  Side // by points of the player on roll
		roll Roll
		want []string
	}{
		{
			rule: "a checker on the bar enters before anything else moves",
			own:  Side{Bar: 1, 8: 2}, opp: Side{1: 2}, roll: Roll{6, 1},
			want: []string{"bar/24 8/2", "bar/18", "bar/19 8/7"},
		},
		{
			rule: "two checkers on the bar take both dice",
			own:  Side{Bar: 2, 8: 2}, opp: Side{1: 2}, roll: Roll{6, 1},
			want: []string{"bar/24 bar/19"},
		},
		{
			rule: "with one of two checkers entered the other die is lost",
			own:  Side{Bar: 2, 8: 2}, opp: Side{24: 2}, roll: Roll{6, 1},
			want: []string{"bar/19"},
		},
		{
			rule: "nobody enters a closed board",
			own:  Side{Bar: 1, 8: 2}, opp: Side{19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}, roll: Roll{6, 6},
			want: nil,
		},
		{
			rule: "the larger die is played when either but not both can be",
			own:  Side{24: 1}, opp: Side{17: 2}, roll: Roll{4, 3},
			want: []string{"24/20"},
		},
		{
			rule: "the smaller die is played when the larger cannot be",
			own:  Side{24: 1}, opp: Side{20: 2, 17: 2}, roll: Roll{4, 3},
			want: []string{"24/21"},
		},
		{
			rule: "both dice are played even if only one order allows it",
			own:  Side{24: 1}, opp: Side{20: 2}, roll: Roll{4, 3},
			want: []string{"24/17"},
		},
		{
			rule: "a play of one die is illegal when another first step allows both",
			own:  Side{13: 1, 2: 1}, opp: Side{8: 2, 6: 2}, roll: Roll{5, 1},
			want: []string{"13/7"},
		},
		{
			rule: "as much of a double is played as can be",
			own:  Side{24: 1, 20: 1}, opp: Side{12: 2, 8: 2}, roll: Roll{4, 4},
			want: []string{"24/16 20/16"},
		},
		{
			rule: "nobody bears off while a checker is outside the home board",
			own:  Side{9: 1, 1: 1}, opp: Side{24: 1}, roll: Roll{2, 1},
			want: []string{"9/6"},
		},
		{
			rule: "the checker that comes home last opens the bearing off",
			own:  Side{7: 1, 2: 1}, opp: Side{24: 1}, roll: Roll{6, 1},
			want: []string{"7/1 2/1", "7/off"},
		},
		{
			rule: "a larger die bears off the rearmost checker only",
			own:  Side{4: 1, 3: 1}, opp: Side{24: 1}, roll: Roll{6, 5},
			want: []string{"4/off 3/off"},
		},
		{
			rule: "a larger die moves a checker that stands farther back",
			own:  Side{6: 1, 3: 2}, opp: Side{24: 1}, roll: Roll{4, 4},
			want: []string{"6/off 3/off(2)"},
		},
		{
			rule: "a hit on the way and a way round it are different plays",
			own:  Side{24: 1}, opp: Side{23: 1}, roll: Roll{5, 1},
			want: []string{"24/23*/18", "24/18"},
		},
		{
			rule: "the game ends when the last checker is off, whatever dice are left",
			own:  Side{1: 1}, opp: Side{24: 1}, roll: Roll{3, 3},
			want: []string{"1/off"},
		},
	} {
		var opp Side
		for point := 1; point < Bar; point++ {
			opp[Bar-point] = c.opp[point]
		}
		pos := place(t, c.own, opp)
		var got []string
		for _, play := range Plays(pos, c.roll) {
			got = append(got, FormatPlay(pos, play))
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.rule, got, c.want)
		}
	}
}
