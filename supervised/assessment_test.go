package supervised

import "testing"

// The best epoch is the first with the lowest loss: an epoch that is as good changes nothing,
// does not prolong the patience, and a worse one is not the best either.
func TestBestIsTheFirstOfEqual(t *testing.T) {
	cfg := tiny()
	cfg.Patience = 2
	p := mustNew(t, cfg, mustLoad(t, &cfg, labelledByGnubg(t)), Options{}).nets[0]
	p.Steps = 1
	for epoch := 1; epoch <= 3; epoch++ { // of a net that stands still
		a, err := p.assess(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if a.Best != (epoch == 1) {
			t.Errorf("epoch %d with the loss %v is the best: %v", epoch, a.ValidationLoss, a.Best)
		}
		p.commit(a)
		if p.Best.Epoch != 1 || p.done() != (epoch == 3) {
			t.Errorf("after epoch %d: the best is %d, done %v", epoch, p.Best.Epoch, p.done())
		}
	}
	p.Best.ValidationLoss *= 0.9
	if a, err := p.assess(t.Context(), 2); err != nil || a.Best {
		t.Errorf("a worse epoch is the best: %v, %v", a, err)
	}
	p.Best.ValidationLoss *= 2
	if a, err := p.assess(t.Context(), 2); err != nil || !a.Best {
		t.Errorf("a better epoch is not the best: %v, %v", a, err)
	}
}
