package tournament

import (
	"slices"
	"testing"
)

func TestSplitSpecs(t *testing.T) {
	got := splitSpecs("net:a.safetensors,plies=2,filter=1/0/0,pubeval, net:b=c,random,gnubg:2")
	want := []string{"net:a.safetensors,plies=2,filter=1/0/0", "pubeval", "net:b=c", "random", "gnubg:2"}
	if !slices.Equal(got, want) {
		t.Errorf("players %q, want %q", got, want)
	}
}
