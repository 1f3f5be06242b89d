package pagetest

import (
	"time"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"gammonlab/internal/waittest"
)

// box is the place of an element on the screen.
type box struct{ X, Y, Width, Height float64 }

func (r *box) centre() (x, y float64) { return r.X + r.Width/2, r.Y + r.Height/2 }

// boxOf scrolls to the first element of a selector and returns its place.
func (b *Browser) boxOf(selector string) *box {
	b.t.Helper()
	var r *box
	b.Evaluate(&r, "(() => { let e = document.querySelector("+quote(selector)+`); if (!e) return null
		e.scrollIntoView({block: "nearest"})
		let r = e.getBoundingClientRect(); return {X: r.x, Y: r.y, Width: r.width, Height: r.height} })()`)
	if r == nil {
		b.t.Fatalf("there is no element %s", selector)
	}
	return r
}

// Click clicks on the middle of the first element of a selector, even if
// another element covers it.
func (b *Browser) Click(selector string) {
	b.t.Helper()
	x, y := b.boxOf(selector).centre()
	b.Do("click on "+selector, chromedp.MouseClickXY(x, y))
}

// Tap touches the middle of the first element of a selector, even if another
// element covers it.
func (b *Browser) Tap(selector string) {
	b.t.Helper()
	x, y := b.boxOf(selector).centre()
	call(b, "touch", emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	call(b, "tap on "+selector, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}},
	})
	call(b, "tap on "+selector, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{},
	})
}

// Drag drags from the middle of an element to the middle of another one; both must be
// visible.
func (b *Browser) Drag(from, to string) {
	b.t.Helper()
	b.boxOf(to)
	x, y := b.boxOf(from).centre()
	toX, toY := b.boxOf(to).centre()
	b.Do("drag from "+from+" to "+to,
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, (y+toY)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, toX, toY, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, toX, toY, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// TouchDrag drags by a finger from the middle of an element to the middle of another one; both
// must be visible.
func (b *Browser) TouchDrag(from, to string) {
	b.t.Helper()
	b.boxOf(to)
	x, y := b.boxOf(from).centre()
	toX, toY := b.boxOf(to).centre()
	call(b, "touch", emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(b, "drag from "+from+" to "+to, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	const moves = 4
	for i := range moves {
		part := float64(i+1) / moves
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (toX-x)*part, Y: y + (toY-y)*part})
	}
	time.Sleep(25 * time.Millisecond) // a finger rests before it is lifted, so the release is not tied to a frame
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Press presses keys one after the other: characters, or keys of chromedp's package kb. The
// element with the focus gets them.
func (b *Browser) Press(keys string) {
	b.t.Helper()
	b.Do("keys", chromedp.KeyEvent(keys))
}

// Focus gives an element the focus.
func (b *Browser) Focus(selector string) {
	b.t.Helper()
	b.Do("focus on "+selector, chromedp.Focus(chromedp.CSS(selector)))
}

// Text returns the text of the first element of a selector.
func (b *Browser) Text(selector string) string {
	b.t.Helper()
	var text string
	b.Evaluate(&text, "document.querySelector("+quote(selector)+")?.textContent ?? ''")
	return text
}

// Await waits until a JavaScript expression is true, and fails the test if it stays false
// for too long. Meanwhile the browser may open other pages.
func (b *Browser) Await(expression string) {
	b.t.Helper()
	for end := time.Now().Add(waittest.Patience); ; time.Sleep(20 * time.Millisecond) {
		text, err := attempt(b, chromedp.Evaluate[[]byte]("!!("+expression+")", chromedp.EvalAsValue))
		if err == nil && string(text) == "true" {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("it did not come to %s: %v; faults %q", expression, err, b.Faults())
		}
	}
}

// Pace sets the speed of the page's animations, as a multiple of their normal speed.
func (b *Browser) Pace(rate float64) {
	b.t.Helper()
	call(b, "animations", animation.Enable, cdp.Empty{})
	call(b, "pace of animations", animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: rate})
}

// Scripts sets whether pages run their scripts; at first they do.
func (b *Browser) Scripts(on bool) {
	b.t.Helper()
	call(b, "scripts", emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
}
