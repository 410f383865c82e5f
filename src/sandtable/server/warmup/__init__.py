"""Rules compiled by helper processes while the server, or a program of one's own, answers already."""
