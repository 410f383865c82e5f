"""Rules compiled by helper processes while the server answers already."""
