"""What leaves the server about a battle, made from what a seat may know: states, judgements, odds, drag previews."""
