package engine

import "testing"

func TestCubeAction(t *testing.T) {
	for _, c := range []struct {
		noDouble, oppOwned float32
		want               string
	}{
		{-0.2186, -0.3548, "No double, beaver"}, // the manual's hypergammon position
		{0.1605, 0.1605, "Double, take"},
		{0.9, 0.4, "No double, take"},
		{0.8, 0.6, "Double, pass"},
		{1.2, 0.7, "Too good to double, pass"},
	} {
		if got := cubeAction("double", c.noDouble, c.oppOwned, true); got != c.want {
			t.Errorf("no double %v, opponent owns %v: %q, want %q", c.noDouble, c.oppOwned, got, c.want)
		}
	}
}
